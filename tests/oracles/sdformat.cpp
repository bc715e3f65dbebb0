// Loads files with libsdformat 12 on request, and returns whether it accepts them, its messages and its values.
//
// Protocol: A request consists of fields and an empty line. A field is "KEY LENGTH\n", then LENGTH bytes, then
// "\n". The answer is one line of JSON. Each request runs in a separate child process with captured standard
// output and standard error, so that it cannot affect the next request.
// libsdformat.py explains the fields and the answers.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <sdf/sdf.hh>

#include "sdformat_values.hpp"

extern "C" int cmdCheck(const char *path);  // what `ign sdf --check` runs
extern "C" int cmdGraph(const char *kind, const char *path);

using Fields = std::map<std::string, std::string>;

// ----------------------------------------------------------------------------------------- requests

static std::string get(const Fields &fields, const std::string &key, const std::string &fallback = "") {
  const auto found = fields.find(key);
  return found == fields.end() ? fallback : found->second;
}

static std::vector<std::string> split(const std::string &text, char mark) {
  std::vector<std::string> parts;
  std::stringstream stream(text);
  for (std::string part; std::getline(stream, part, mark);) parts.push_back(part);
  return parts;
}

static sdf::EnforcementPolicy policy(const std::string &word) {
  if (word == "error") return sdf::EnforcementPolicy::ERR;
  return word == "log" ? sdf::EnforcementPolicy::LOG : sdf::EnforcementPolicy::WARN;
}

// The schema. The server reads it only once, because that is most of the time of a load. A load changes it,
// which affects only the child process.
static sdf::SDFPtr schema() {
  static sdf::SDFPtr read;
  if (!read) {
    read.reset(new sdf::SDF());
    sdf::init(read);
  }
  return read;
}

// Loads a file with an include: at the first include, the library reads another copy of the schema and keeps it.
static void warm_up() {
  const int file = memfd_create("included", 0);
  const std::string included = "<sdf version='1.9'><model name='m'><link name='l'/></model></sdf>";
  if (write(file, included.data(), included.size()) < 0) return;
  const std::string uri = "/proc/self/fd/" + std::to_string(file);
  sdf::Root().LoadSdfString("<sdf version='1.9'><world name='w'><include><uri>" + uri +
                            "</uri></include></world></sdf>");
  close(file);
}

// Does the same as Root::Load and Root::LoadSdfString, except for reading the schema.
static sdf::Errors load(sdf::Root &root, const Fields &fields) {
  sdf::Errors errors;
  const auto &config = sdf::ParserConfig::GlobalConfig();
  if (fields.count("path")) {
    const std::string path = get(fields, "path");
    if (!sdf::readFile(path, config, schema(), errors)) {
      errors.push_back({sdf::ErrorCode::FILE_READ, "Unable to read file:" + path});
      return errors;
    }
  } else {
    const std::string text = get(fields, "text");
    if (!sdf::readString(text, config, schema(), errors)) {
      errors.push_back({sdf::ErrorCode::STRING_READ, "Unable to read SDF string: " + text});
      return errors;
    }
  }
  const sdf::Errors found = root.Load(schema(), config);
  errors.insert(errors.end(), found.begin(), found.end());
  return errors;
}

// CPU seconds of this process so far.
static double cpu_seconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec + now.tv_nsec * 1e-9;
}

static void answer_load(Json &out, const Fields &fields) {
  sdf::Root root;
  const sdf::Errors errors = load(root, fields);
  out.field("accepted", errors.empty());
  put(out.key("codes"), errors);
  const char *kind = root.Model() ? "model" : root.Light() ? "light" : root.Actor() ? "actor" : "";
  out.field("kind", kind).field("version", root.Version());
  if (root.Element()) out.field("original_version", root.Element()->OriginalVersion());
  const std::string want = "," + get(fields, "want") + ",";
  if (want.find(",values,") != std::string::npos) {
    Content content;
    if (root.Model()) content.add("", *root.Model(), std::nullopt, true);
    out.key("worlds").open('[');
    for (uint64_t i = 0; i < root.WorldCount(); ++i) {
      const sdf::World &world = *root.WorldByIndex(i);
      put(out, content, world, root.WorldCount() > 1 ? world.Name() + "/" : "");
    }
    out.close(']');
    out.key("models").raw(content.models.text + "}").key("links").raw(content.links.text + "}");
    out.key("joints").raw(content.joints.text + "}").key("frames").raw(content.frames.text + "}");
    if (root.Light()) put(out.key("light"), *root.Light());
    out.key("resolved").open('[');
    for (const std::string &line : split(get(fields, "resolve"), '\n')) {
      const auto parts = split(line, '\t');  // "KIND NAME", target
      const auto found = content.poses.find(parts.at(0));
      out.open('{');
      if (found != content.poses.end())
        put(out, "pose", found->second, parts.size() > 1 ? parts[1] : "");
      out.close('}');
    }
    out.close(']');
  }
  if (root.Element() && want.find(",upgraded,") != std::string::npos)
    out.field("upgraded", root.Element()->ToString("", false, false));
  if (root.Element() && want.find(",tree,") != std::string::npos) put(out.key("tree"), root.Element());
}

static void answer_check(Json &out, const Fields &fields) {
  sdf::Root root;
  const sdf::Errors errors = load(root, fields);
  out.field("accepted", errors.empty());
  put(out.key("codes"), errors);
  out.key("checks").open('{');
  if (root.Element()) {
    out.field("canonical_link_names", sdf::checkCanonicalLinkNames(&root));
    out.field("joint_parent_child_names", sdf::checkJointParentChildLinkNames(&root));
    out.field("frame_attached_to_names", sdf::checkFrameAttachedToNames(&root));
    out.field("frame_attached_to_graph", sdf::checkFrameAttachedToGraph(&root));
    out.field("pose_relative_to_graph", sdf::checkPoseRelativeToGraph(&root));
    out.field("sibling_unique_names", sdf::recursiveSiblingUniqueNames(root.Element()));
    out.field("same_type_unique_names", sdf::recursiveSameTypeUniqueNames(root.Element()));
    out.field("no_double_colon", sdf::recursiveSiblingNoDoubleColonInNames(root.Element()));
  }
  out.close('}');
  if (fields.count("command")) out.field("command", cmdCheck(get(fields, "path").c_str()) == 0);
}

static void answer_param(Json &out, const Fields &fields) {
  auto element = std::make_shared<sdf::Element>();
  element->SetName("value");
  std::vector<std::vector<std::string>> attributes;  // name, type, default, text
  for (const std::string &line : split(get(fields, "attributes"), '\n')) {
    attributes.push_back(split(line + "\t", '\t'));
    const auto &parts = attributes.back();
    element->AddAttribute(parts.at(0), parts.at(1), parts.at(2), false);
  }
  const std::string text = get(fields, "text");
  const bool required = get(fields, "required") == "1";
  element->AddValue(get(fields, "type"), get(fields, "default"), required, get(fields, "min"),
                    get(fields, "max"));
  const sdf::ParamPtr value = element->GetValue();
  for (const auto &parts : attributes) element->GetAttribute(parts[0])->SetFromString(parts.at(3));
  bool accepted = !text.empty() || value->Reparse();  // as the reader does for an element without text
  accepted = accepted && value->SetFromString(text);
  out.field("accepted", accepted).field("set", value->GetSet());
  put(out.key("value"), *value);
  out.field("string", value->GetAsString());
}

static void answer_upgrade(Json &out, const Fields &fields) {
  const sdf::SDFPtr document = schema();
  const std::string version = get(fields, "version", sdf::SDF::Version());
  const bool done = fields.count("path") ? sdf::convertFile(get(fields, "path"), version, document)
                                         : sdf::convertString(get(fields, "text"), version, document);
  out.field("accepted", done).field("upgraded", document->Root()->ToString("", false, false));
  put(out.key("tree"), document->Root());
}

static void answer_time(Json &out, const Fields &fields) {
  const int repeat = std::stoi(get(fields, "repeat", "1"));
  bool accepted = true;
  out.key("seconds").open('[');
  for (int i = 0; i < repeat; ++i) {
    const double start = cpu_seconds();
    {
      sdf::Root root;
      const sdf::Errors errors = fields.count("path") ? root.Load(get(fields, "path"))
                                                      : root.LoadSdfString(get(fields, "text"));
      accepted = errors.empty() && accepted;
    }
    out.value(cpu_seconds() - start);
  }
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  out.close(']').field("accepted", accepted).field("peak_kib", usage.ru_maxrss);
}

static void answer(Json &out, const Fields &fields) {
  const std::string mode = get(fields, "mode");
  if (fields.count("folder") && chdir(get(fields, "folder").c_str()) != 0)
    throw std::runtime_error("no such folder");
  auto &config = sdf::ParserConfig::GlobalConfig();
  if (fields.count("search")) setenv("SDF_PATH", get(fields, "search").c_str(), 1);
  for (const std::string &line : split(get(fields, "schemes"), '\n')) {  // scheme, folder
    const auto parts = split(line, '\t');
    config.AddURIPath(parts.at(0), parts.at(1));
  }
  config.SetWarningsPolicy(policy(get(fields, "warnings")));
  config.SetUnrecognizedElementsPolicy(policy(get(fields, "unrecognized")));
  if (fields.count("deprecated"))
    config.SetDeprecatedElementsPolicy(policy(get(fields, "deprecated")));
  if (mode == "load") return answer_load(out, fields);
  if (mode == "check") return answer_check(out, fields);
  if (mode == "param") return answer_param(out, fields);
  if (mode == "upgrade") return answer_upgrade(out, fields);
  if (mode == "time") return answer_time(out, fields);
  if (mode == "graph") {
    cmdGraph(get(fields, "kind").c_str(), get(fields, "path").c_str());
    return;
  }
  if (mode == "describe") return schema()->PrintDescription();
  throw std::runtime_error("no such mode");
}

// ------------------------------------------------------------------------------------------ the server

static std::string read_all(int file) {
  std::string all;
  lseek(file, 0, SEEK_SET);
  char buffer[65536];
  for (ssize_t n; (n = read(file, buffer, sizeof buffer)) > 0;) all.append(buffer, n);
  return all;
}

static void limit(int resource, rlim_t amount) {
  const rlimit both = {amount, amount};
  setrlimit(resource, &both);
}

// Runs a request in a child process. Its output and its answer go to files in memory, so that they remain
// available if the child crashes.
static std::string serve(const Fields &fields) {
  const int printed = memfd_create("printed", 0);
  const int answered = memfd_create("answered", 0);
  const pid_t child = fork();
  if (child == 0) {
    limit(RLIMIT_CPU, std::stoul(get(fields, "seconds", "20")));
    limit(RLIMIT_AS, std::stoul(get(fields, "megabytes", "4000")) << 20);
    limit(RLIMIT_FSIZE, 256ul << 20);
    limit(RLIMIT_CORE, 0);
    const int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, 0);
    dup2(printed, 1);
    dup2(printed, 2);
    Json out;
    out.open('{');
    std::string trouble;
    try {
      answer(out, fields);
    } catch (const std::exception &error) {
      trouble = error.what();
    } catch (const sdf::Exception &error) {
      trouble = error.GetErrorStr();
    } catch (...) {
      trouble = "an exception of unknown kind";
    }
    std::cout.flush();
    std::cerr.flush();
    if (!trouble.empty()) {
      out = Json();
      out.open('{').field("crash", "exception: " + trouble);
    }
    size_t done = 0;
    while (done < out.text.size()) {
      const ssize_t n = write(answered, out.text.data() + done, out.text.size() - done);
      if (n <= 0) _exit(3);
      done += n;
    }
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  Json out;
  out.text = read_all(answered);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || out.text.empty()) {
    out.text = "{";
    const int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    out.field("crash", signal ? std::string("signal ") + std::to_string(signal) + ": " + strsignal(signal)
                              : "exit " + std::to_string(WEXITSTATUS(status)));
  }
  out.field("console", read_all(printed)).close('}');
  close(printed);
  close(answered);
  return out.text;
}

int main() {
  schema();
  warm_up();
  std::printf("{\"library\":\"%s\"}\n", SDF_VERSION_FULL);
  std::fflush(stdout);
  Fields fields;
  for (std::string line; std::getline(std::cin, line);) {
    if (line.empty()) {
      const std::string text = serve(fields);
      std::fwrite(text.data(), 1, text.size(), stdout);
      std::fputc('\n', stdout);
      std::fflush(stdout);
      fields.clear();
      continue;
    }
    const size_t blank = line.find(' ');
    std::string content(std::stoul(line.substr(blank + 1)), '\0');
    std::cin.read(content.data(), content.size());
    std::cin.ignore(1);
    fields[line.substr(0, blank)] = content;
  }
}
