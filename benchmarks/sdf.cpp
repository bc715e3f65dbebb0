// Reads SDFormat files with libsdformat on request, and prints the CPU seconds of each reading.
// Each input line is "REPEAT PATH". The output is REPEAT numbers and then the peak memory in KiB, one per
// line. With the arguments "--check PATH", the program checks only this file, as `ign sdf --check PATH` does,
// but without starting Ruby.
// Build: g++ -O2 benchmarks/sdf.cpp -o sdf $(pkg-config --cflags --libs sdformat12)
#include <time.h>

#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

#include <sdf/sdf.hh>

extern "C" int cmdCheck(const char *path);  // a function of the library that no header declares

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

int main(int count, char **words) {
  if (count == 3 && std::string(words[1]) == "--check") return cmdCheck(words[2]) == 0 ? 0 : 1;
  sdf::Console::Instance()->SetQuiet(true);
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
        sdf::Root root;
        accepted = root.LoadSdfString(text).empty() && accepted;
      }
      std::printf("%.9f ", cpu_seconds() - start);
    }
    std::printf("%ld %s\n", peak_kib(), accepted ? "ok" : "refused");
    std::fflush(stdout);
  }
}
