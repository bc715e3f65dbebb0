#include "scanner.hpp"

#include <array>

namespace bodyplan {
namespace {

enum : std::uint8_t { kBlank = 1, kNameStart = 2, kName = 4 };

constexpr std::array<std::uint8_t, 256> make_classes() {
  std::array<std::uint8_t, 256> classes{};
  for (char c : {' ', '\t', '\n', '\r'}) classes[static_cast<unsigned char>(c)] = kBlank;
  for (int c = 'a'; c <= 'z'; ++c) classes[c] = kNameStart | kName;
  for (int c = 'A'; c <= 'Z'; ++c) classes[c] = kNameStart | kName;
  for (int c = '0'; c <= '9'; ++c) classes[c] = kName;
  classes['_'] = classes[':'] = kNameStart | kName;
  classes['.'] = classes['-'] = kName;
  return classes;
}

constexpr auto kClasses = make_classes();

bool is(char c, std::uint8_t kind) { return kClasses[static_cast<unsigned char>(c)] & kind; }

void append_utf8(std::string& into, std::uint32_t code) {
  if (code < 0x80) {
    into += static_cast<char>(code);
  } else if (code < 0x800) {
    into += static_cast<char>(0xC0 | code >> 6);
    into += static_cast<char>(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    into += static_cast<char>(0xE0 | code >> 12);
    into += static_cast<char>(0x80 | (code >> 6 & 0x3F));
    into += static_cast<char>(0x80 | (code & 0x3F));
  } else {
    into += static_cast<char>(0xF0 | code >> 18);
    into += static_cast<char>(0x80 | (code >> 12 & 0x3F));
    into += static_cast<char>(0x80 | (code >> 6 & 0x3F));
    into += static_cast<char>(0x80 | (code & 0x3F));
  }
}

bool is_xml_character(std::uint32_t code) {
  if (code < 0x20) return code == '\t' || code == '\n' || code == '\r';
  return code < 0xD800 || (code >= 0xE000 && code != 0xFFFE && code != 0xFFFF && code <= 0x10FFFF);
}

bool equals_ignoring_case(std::string_view a, const char* lower) {
  const std::size_t size = std::strlen(lower);
  if (a.size() != size) return false;
  for (std::size_t i = 0; i < size; ++i) {
    const char c = a[i] >= 'A' && a[i] <= 'Z' ? static_cast<char>(a[i] + 32) : a[i];
    if (c != lower[i]) return false;
  }
  return true;
}

}  // namespace

bool is_clean_utf8(std::string_view data) {
  const auto* at = reinterpret_cast<const unsigned char*>(data.data());
  const auto* end = at + data.size();
  while (at < end) {
    if (*at < 0x80) {
      if (*at < 0x20 && *at != '\t' && *at != '\n' && *at != '\r') return false;
      ++at;
      continue;
    }
    int more = 0;
    std::uint32_t code = 0, least = 0;
    if ((*at & 0xE0) == 0xC0) {
      more = 1, code = *at & 0x1F, least = 0x80;
    } else if ((*at & 0xF0) == 0xE0) {
      more = 2, code = *at & 0x0F, least = 0x800;
    } else if ((*at & 0xF8) == 0xF0) {
      more = 3, code = *at & 0x07, least = 0x10000;
    } else {
      return false;
    }
    if (end - at <= more) return false;
    for (int i = 1; i <= more; ++i) {
      if ((at[i] & 0xC0) != 0x80) return false;
      code = code << 6 | (at[i] & 0x3F);
    }
    if (code < least || !is_xml_character(code)) return false;
    at += more + 1;
  }
  return true;
}

bool Scanner::run() {
  if (looking_at("\xEF\xBB\xBF")) at_ += 3;
  if (looking_at("<?xml") && end_ - at_ > 5 && is(at_[5], kBlank) && !declaration()) return false;
  if (!misc()) return false;
  if (at_ == end_ || !start_tag()) return false;
  if (!content()) return false;
  return misc() && at_ == end_;
}

// <?xml version="1.0" encoding="utf-8" standalone="yes"?>, with its parts in this order.
bool Scanner::declaration() {
  at_ += 5;
  int step = 0;
  while (true) {
    const bool blank = skip_blanks();
    if (looking_at("?>")) {
      at_ += 2;
      return step > 0;
    }
    std::string_view key, word;
    if (!blank || !name(key)) return false;
    skip_blanks();
    if (at_ == end_ || *at_++ != '=') return false;
    skip_blanks();
    if (!quoted(word)) return false;
    if (key == "version" && step == 0 && word == "1.0") {
      step = 1;
    } else if (key == "encoding" && step == 1 && equals_ignoring_case(word, "utf-8")) {
      step = 2;
    } else if (key == "standalone" && (step == 1 || step == 2) && (word == "yes" || word == "no")) {
      step = 3;
    } else {
      return false;
    }
  }
}

bool Scanner::skip_blanks() {
  const char* from = at_;
  while (at_ < end_ && is(*at_, kBlank)) ++at_;
  return at_ != from;
}

bool Scanner::name(std::string_view& found) {
  const char* from = at_;
  if (at_ == end_ || !is(*at_, kNameStart)) return false;
  while (at_ < end_ && is(*at_, kName)) ++at_;
  if (at_ < end_ && static_cast<unsigned char>(*at_) >= 0x80) return false;
  found = {from, static_cast<std::size_t>(at_ - from)};
  return true;
}

bool Scanner::quoted(std::string_view& found) {
  if (at_ == end_ || (*at_ != '"' && *at_ != '\'')) return false;
  const char quote = *at_++;
  const void* close = std::memchr(at_, quote, end_ - at_);
  if (close == nullptr) return false;
  found = {at_, static_cast<std::size_t>(static_cast<const char*>(close) - at_)};
  at_ = static_cast<const char*>(close) + 1;
  return true;
}

// Whitespace, comments and processing instructions outside the root.
bool Scanner::misc() {
  while (true) {
    skip_blanks();
    if (looking_at("<!--")) {
      if (!comment()) return false;
    } else if (looking_at("<?")) {
      if (!instruction()) return false;
    } else {
      return true;
    }
  }
}

bool Scanner::comment() {
  at_ += 4;
  while (true) {
    const void* dash = std::memchr(at_, '-', end_ - at_);
    if (dash == nullptr) return false;
    at_ = static_cast<const char*>(dash);
    if (looking_at("--")) {
      if (!looking_at("-->")) return false;
      at_ += 3;
      return true;
    }
    ++at_;
  }
}

bool Scanner::instruction() {
  at_ += 2;
  std::string_view target;
  if (!name(target) || equals_ignoring_case(target, "xml")) return false;
  if (looking_at("?>")) {
    at_ += 2;
    return true;
  }
  if (!skip_blanks()) return false;
  while (true) {
    const void* mark = std::memchr(at_, '?', end_ - at_);
    if (mark == nullptr) return false;
    at_ = static_cast<const char*>(mark);
    if (looking_at("?>")) {
      at_ += 2;
      return true;
    }
    ++at_;
  }
}

bool Scanner::content() {
  while (!open_.empty()) {
    if (at_ == end_) return false;
    if (*at_ != '<') {
      if (!text()) return false;
    } else if (at_ + 1 < end_ && at_[1] == '/') {
      if (!flush() || !end_tag()) return false;
    } else if (looking_at("<!--")) {
      if (!comment()) return false;
    } else if (looking_at("<?")) {
      if (!instruction()) return false;
    } else if (!flush() || !start_tag()) {
      return false;
    }
  }
  return true;
}

bool Scanner::start_tag() {
  if (*at_ != '<') return false;
  ++at_;
  std::string_view tag;
  if (!name(tag) || !sink_.start(tag)) return false;
  while (true) {
    const bool blank = skip_blanks();
    if (at_ == end_) return false;
    if (*at_ == '>') {
      ++at_;
      open_.push_back(tag);
      if (open_.size() > depth_) depth_ = open_.size();
      return sink_.started();
    }
    if (*at_ == '/') {
      if (!looking_at("/>")) return false;
      at_ += 2;
      return sink_.started() && sink_.end(tag);
    }
    std::string_view key, value;
    if (!blank || !name(key)) return false;
    skip_blanks();
    if (at_ == end_ || *at_++ != '=') return false;
    skip_blanks();
    if (at_ == end_ || (*at_ != '"' && *at_ != '\'')) return false;
    const char quote = *at_++;
    if (!attribute_value(quote, value) || !sink_.attribute(key, value)) return false;
  }
}

bool Scanner::end_tag() {
  at_ += 2;
  const std::string_view tag = open_.back();
  if (!looking_at(tag)) return false;
  at_ += tag.size();
  skip_blanks();
  if (at_ == end_ || *at_ != '>') return false;
  ++at_;
  open_.pop_back();
  return sink_.end(tag);
}

// Replaces each line end and each tab by a space; a line end of two characters becomes one space.
bool Scanner::attribute_value(char quote, std::string_view& value) {
  const char* from = at_;
  while (at_ < end_ && *at_ != quote && *at_ != '&' && *at_ != '<' && !(is(*at_, kBlank) && *at_ != ' ')) ++at_;
  if (at_ == end_ || *at_ == '<') return false;
  if (*at_ == quote) {
    value = {from, static_cast<std::size_t>(at_ - from)};
    ++at_;
    return true;
  }
  value_.assign(from, at_);
  while (at_ < end_ && *at_ != quote) {
    if (*at_ == '<') return false;
    if (*at_ == '&') {
      if (!reference(value_)) return false;
    } else if (is(*at_, kBlank)) {
      at_ += looking_at("\r\n") ? 2 : 1;
      value_ += ' ';
    } else {
      value_ += *at_++;
    }
  }
  if (at_ == end_) return false;
  ++at_;
  value = value_;
  return true;
}

bool Scanner::text() {
  while (at_ < end_ && *at_ != '<') {
    const char* from = at_;
    while (at_ < end_ && *at_ != '<' && *at_ != '&' && *at_ != '\r' && *at_ != ']') ++at_;
    gap_.append(from, at_);
    if (at_ == end_ || *at_ == '<') break;
    if (*at_ == '&') {
      if (!reference(gap_)) return false;
    } else if (*at_ == '\r') {
      at_ += looking_at("\r\n") ? 2 : 1;
      gap_ += '\n';
    } else if (looking_at("]]>")) {
      return false;
    } else {
      gap_ += *at_++;
    }
  }
  return true;
}

// Passes the pending text to the sink, unless it is only whitespace.
bool Scanner::flush() {
  bool is_told = false;
  for (std::size_t i = 0; !is_told && i < gap_.size(); ++i) is_told = !is(gap_[i], kBlank);
  const bool go_on = !is_told || sink_.text(gap_);
  gap_.clear();
  return go_on;
}

bool Scanner::reference(std::string& into) {
  const char* from = ++at_;
  const void* close = std::memchr(at_, ';', end_ - at_ < 12 ? end_ - at_ : 12);
  if (close == nullptr) return false;
  at_ = static_cast<const char*>(close) + 1;
  const std::string_view word(from, static_cast<const char*>(close) - from);
  if (word == "lt") return into += '<', true;
  if (word == "gt") return into += '>', true;
  if (word == "amp") return into += '&', true;
  if (word == "quot") return into += '"', true;
  if (word == "apos") return into += '\'', true;
  if (word.size() < 2 || word[0] != '#') return false;
  const bool hex = word[1] == 'x';
  std::uint32_t code = 0;
  if (word.size() == (hex ? 2u : 1u)) return false;
  for (const char c : word.substr(hex ? 2 : 1)) {
    std::uint32_t digit;
    if (c >= '0' && c <= '9') {
      digit = c - '0';
    } else if (hex && ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'))) {
      digit = (c | 32) - 'a' + 10;
    } else {
      return false;
    }
    code = code * (hex ? 16 : 10) + digit;
    if (code > 0x10FFFF) return false;
  }
  if (!is_xml_character(code)) return false;
  append_utf8(into, code);
  return true;
}

}  // namespace bodyplan
