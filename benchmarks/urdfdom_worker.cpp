// Parses files with urdfdom on request, and answers with CPU seconds.
// Protocol, a line each: "REPEAT PATH" in; REPEAT numbers out, then the peak memory in KiB.
#include <sys/resource.h>
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
    rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    std::printf("%ld %s\n", usage.ru_maxrss, accepted ? "ok" : "refused");
    std::fflush(stdout);
  }
}
