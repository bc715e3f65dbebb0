// Reads SDFormat files with libsdformat on request, and answers with CPU seconds.
// Protocol, a line each: "REPEAT PATH" in; REPEAT numbers out, then the peak memory in KiB.
// With a path as argument it checks that file once, as `ign sdf --check` does, and ends.
#include <time.h>

#include <cstdio>
#include <fstream>
#include <iostream>
#include <sdf/sdf.hh>
#include <sstream>
#include <string>

static double cpu_seconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec + now.tv_nsec * 1e-9;
}

// The most memory this process ever held. (ru_maxrss starts from the parent's.)
static long peak_kib() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.rfind("VmHWM:", 0) == 0) return std::stol(line.substr(6));
  }
  return 0;
}

static int check(const char* path) {
  sdf::Root root;
  sdf::Errors errors = root.Load(path);
  sdf::checkJointParentChildNames(&root, errors);
  for (const auto& error : errors) std::cerr << error << "\n";
  bool good = errors.empty();
  good = sdf::checkCanonicalLinkNames(&root) && good;
  good = sdf::checkFrameAttachedToNames(&root) && good;
  good = sdf::checkFrameAttachedToGraph(&root) && good;
  good = sdf::checkPoseRelativeToGraph(&root) && good;
  good = sdf::recursiveSiblingUniqueNames(root.Element()) && good;
  good = sdf::recursiveSiblingNoDoubleColonInNames(root.Element()) && good;
  if (good) std::cout << "Valid.\n";
  return good ? 0 : 1;
}

int main(int argc, char** argv) {
  sdf::Console::Instance()->SetQuiet(true);
  if (argc > 1) return check(argv[1]);
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
