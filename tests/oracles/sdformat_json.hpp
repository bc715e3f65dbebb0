// JSON for sdformat.cpp: numbers with all digits, and the types of libsdformat.
#pragma once

#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>
#include <type_traits>

#include <sdf/sdf.hh>

// Builds one JSON text, with commas where they are needed.
class Json {
 public:
  std::string text;

  Json &open(char bracket) { return comma(), text += bracket, *this; }
  Json &close(char bracket) { return text += bracket, *this; }
  Json &key(const std::string &name) { return value(name), text += ':', *this; }

  Json &value(const std::string &words) {
    comma();
    text += '"';
    for (unsigned char c : words) {
      if (c == '"' || c == '\\') {
        (text += '\\') += static_cast<char>(c);
      } else if (c < 0x20) {
        char code[8];
        std::snprintf(code, sizeof code, "\\u%04x", c);
        text += code;
      } else {
        text += static_cast<char>(c);
      }
    }
    text += '"';
    return *this;
  }
  Json &value(const char *words) { return value(std::string(words)); }
  Json &value(bool truth) { return raw(truth ? "true" : "false"); }
  Json &value(double number) {
    if (std::isnan(number)) return raw("NaN");
    if (std::isinf(number)) return raw(number > 0 ? "Infinity" : "-Infinity");
    char digits[32];
    std::snprintf(digits, sizeof digits, "%.17g", number);
    return raw(digits);
  }
  template <class Number, std::enable_if_t<std::is_integral_v<Number>, int> = 0>
  Json &value(Number number) {
    return raw(std::to_string(number));
  }
  Json &null() { return raw("null"); }
  Json &raw(const std::string &ready) { return comma(), text += ready, *this; }

  Json &value(const ignition::math::Vector3d &v) {
    return open('[').value(v.X()).value(v.Y()).value(v.Z()).close(']');
  }
  Json &value(const ignition::math::Vector2d &v) {
    return open('[').value(v.X()).value(v.Y()).close(']');
  }
  Json &value(const ignition::math::Vector2i &v) {
    return open('[').value(v.X()).value(v.Y()).close(']');
  }
  Json &value(const ignition::math::Color &c) {
    open('[').value(double(c.R())).value(double(c.G())).value(double(c.B()));
    return value(double(c.A())).close(']');
  }
  Json &value(const ignition::math::Quaterniond &q) {
    return open('[').value(q.W()).value(q.X()).value(q.Y()).value(q.Z()).close(']');
  }
  Json &value(const ignition::math::Pose3d &p) {  // x y z, then w x y z
    open('[').value(p.Pos().X()).value(p.Pos().Y()).value(p.Pos().Z());
    return value(p.Rot().W()).value(p.Rot().X()).value(p.Rot().Y()).value(p.Rot().Z()).close(']');
  }
  Json &value(const ignition::math::Matrix3d &m) {
    open('[');
    for (int row = 0; row < 3; ++row) {
      open('[').value(m(row, 0)).value(m(row, 1)).value(m(row, 2)).close(']');
    }
    return close(']');
  }
  template <class Value>
  Json &field(const std::string &name, const Value &content) {
    return key(name).value(content);
  }

 private:
  void comma() {
    if (!text.empty() && std::strchr("{[:,", text.back()) == nullptr) text += ',';
  }
};

static const char *const kCodes[] = {
    "NONE", "FILE_READ", "DUPLICATE_NAME", "RESERVED_NAME", "ATTRIBUTE_MISSING",
    "ATTRIBUTE_INVALID", "ATTRIBUTE_DEPRECATED", "ATTRIBUTE_INCORRECT_TYPE", "ELEMENT_MISSING",
    "ELEMENT_INVALID", "ELEMENT_DEPRECATED", "ELEMENT_INCORRECT_TYPE", "URI_INVALID", "URI_LOOKUP",
    "DIRECTORY_NONEXISTANT", "MODEL_CANONICAL_LINK_INVALID", "MODEL_WITHOUT_LINK",
    "NESTED_MODELS_UNSUPPORTED", "LINK_INERTIA_INVALID", "JOINT_CHILD_LINK_INVALID",
    "JOINT_PARENT_LINK_INVALID", "JOINT_PARENT_SAME_AS_CHILD", "FRAME_ATTACHED_TO_INVALID",
    "FRAME_ATTACHED_TO_CYCLE", "FRAME_ATTACHED_TO_GRAPH_ERROR", "POSE_RELATIVE_TO_INVALID",
    "POSE_RELATIVE_TO_CYCLE", "POSE_RELATIVE_TO_GRAPH_ERROR", "STRING_READ",
    "MODEL_PLACEMENT_FRAME_INVALID", "VERSION_DEPRECATED", "MERGE_INCLUDE_UNSUPPORTED"};
static_assert(sizeof kCodes / sizeof *kCodes ==
              static_cast<size_t>(sdf::ErrorCode::MERGE_INCLUDE_UNSUPPORTED) + 1);

static void put(Json &out, const sdf::Errors &errors) {
  out.open('[');
  for (const auto &error : errors) {
    const auto number = static_cast<size_t>(error.Code());
    out.open('[').value(number).value(kCodes[number]).value(error.Message());
    error.LineNumber() ? out.value(*error.LineNumber()) : out.null();
    error.XmlPath() ? out.value(*error.XmlPath()) : out.null();
    error.FilePath() ? out.value(*error.FilePath()) : out.null();
    out.close(']');
  }
  out.close(']');
}
