// A scanner for plain, well-formed XML in UTF-8. It declines all other files, for which the caller uses expat;
// it reports no errors itself.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace bodyplan {

// The callbacks of the scanner. Each returns false to end the scan. The text between two tags is passed as a
// whole, unless it is only whitespace.
struct Sink {
  virtual ~Sink() = default;
  virtual bool start(std::string_view name) = 0;
  virtual bool attribute(std::string_view name, std::string_view value) = 0;
  virtual bool started() = 0;
  virtual bool end(std::string_view name) = 0;
  virtual bool text(std::string_view content) = 0;
};

class Scanner {
 public:
  Scanner(std::string_view data, Sink& sink) : at_(data.data()), end_(at_ + data.size()), sink_(sink) {}

  // Returns true if the whole document was passed to the sink.
  bool run();

  // The largest number of elements that were open at once.
  std::size_t depth() const { return depth_; }

 private:
  bool declaration();
  bool misc();
  bool comment();
  bool instruction();
  bool content();
  bool start_tag();
  bool end_tag();
  bool attribute_value(char quote, std::string_view& value);
  bool text();
  bool flush();
  bool reference(std::string& into);
  bool name(std::string_view& found);
  bool quoted(std::string_view& found);
  bool skip_blanks();
  bool looking_at(std::string_view word) const {
    return static_cast<std::size_t>(end_ - at_) >= word.size() &&
           std::memcmp(at_, word.data(), word.size()) == 0;
  }

  const char* at_;
  const char* end_;
  Sink& sink_;
  std::vector<std::string_view> open_;
  std::size_t depth_ = 0;
  std::string gap_;    // text that was not yet passed to the sink
  std::string value_;  // the value of an attribute, if it differs from its text in the file
};

// Whether all bytes are characters that XML 1.0 allows, in UTF-8.
bool is_clean_utf8(std::string_view data);

}  // namespace bodyplan
