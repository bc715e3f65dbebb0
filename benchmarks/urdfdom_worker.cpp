// Parses files with urdfdom on request, and prints the CPU seconds of each parse.
// Each input line is "REPEAT PATH". The output is REPEAT numbers and then the peak memory in KiB, one per
// line.
#include <time.h>

#include <console_bridge/console.h>
#include <urdf_parser/urdf_parser.h>

#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

static double cpu_seconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec + now.tv_nsec * 1e-9;
}

// The peak memory of this process. (ru_maxrss would include the peak of its parent.)
static long peak_kib() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.rfind("VmHWM:", 0) == 0) return std::stol(line.substr(6));
  }
  return 0;
}

int main() {
  console_bridge::noOutputHandler();
  int repeat;
  std::string path;
  while (std::cin >> repeat && std::getline(std::cin >> std::ws, path)) {
    std::ifstream file(path);
    std::stringstream buffer;
    buffer << file.rdbuf();
    const std::string text = buffer.str();
    bool accepted = true;
    for (int i = 0; i < repeat; ++i) {
      const double start = cpu_seconds();
      {
        auto model = urdf::parseURDF(text);
        accepted = accepted && model;
      }
      std::printf("%.9f ", cpu_seconds() - start);
    }
    std::printf("%ld %s\n", peak_kib(), accepted ? "ok" : "refused");
    std::fflush(stdout);
  }
}
