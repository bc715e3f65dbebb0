// The values that libsdformat read from a document, as JSON: models, links, joints and frames by scoped name,
// and the tree of elements.
#pragma once

#include <any>
#include <map>
#include <optional>
#include <string>

#include <sdf/sdf.hh>

#include "sdformat_json.hpp"

// A resolved pose, or null and the error messages of the library.
static void put(Json &out, const std::string &name, const sdf::SemanticPose &pose,
                const std::string &to = "") {
  ignition::math::Pose3d answer;
  const sdf::Errors errors = pose.Resolve(answer, to);
  out.key(name);
  if (errors.empty()) {
    out.value(answer);
  } else {
    out.null().key(name + "_errors");
    put(out, errors);
  }
}

static void put_pose(Json &out, const sdf::SemanticPose &pose) {
  out.field("raw_pose", pose.RawPose()).field("relative_to", pose.RelativeTo());
}

static void put(Json &out, const sdf::Geometry *shape) {
  if (shape == nullptr) {
    out.null();
    return;
  }
  out.open('{');
  if (auto *box = shape->BoxShape()) out.field("type", "box").field("size", box->Size());
  if (auto *capsule = shape->CapsuleShape())
    out.field("type", "capsule").field("radius", capsule->Radius()).field("length", capsule->Length());
  if (auto *cylinder = shape->CylinderShape())
    out.field("type", "cylinder").field("radius", cylinder->Radius()).field("length", cylinder->Length());
  if (auto *ellipsoid = shape->EllipsoidShape())
    out.field("type", "ellipsoid").field("radii", ellipsoid->Radii());
  if (auto *sphere = shape->SphereShape()) out.field("type", "sphere").field("radius", sphere->Radius());
  if (auto *plane = shape->PlaneShape())
    out.field("type", "plane").field("normal", plane->Normal()).field("size", plane->Size());
  if (auto *mesh = shape->MeshShape()) {
    out.field("type", "mesh").field("uri", mesh->Uri()).field("scale", mesh->Scale());
    out.field("submesh", mesh->Submesh()).field("center", mesh->CenterSubmesh());
  }
  if (auto *map = shape->HeightmapShape()) {
    out.field("type", "heightmap").field("uri", map->Uri()).field("size", map->Size());
    out.field("position", map->Position()).field("sampling", map->Sampling());
  }
  if (shape->Type() == sdf::GeometryType::EMPTY) out.field("type", "empty");
  out.close('}');
}

static void put(Json &out, const sdf::Sensor &sensor) {
  out.open('{').field("name", sensor.Name()).field("type", sensor.TypeStr());
  put_pose(out, sensor.SemanticPose());
  put(out, "pose", sensor.SemanticPose());
  out.field("update_rate", sensor.UpdateRate()).field("topic", sensor.Topic()).close('}');
}

static void put(Json &out, const sdf::Light &light) {
  static const char *const kinds[] = {"invalid", "point", "spot", "directional"};
  out.open('{').field("name", light.Name()).field("type", kinds[static_cast<int>(light.Type())]);
  put_pose(out, light.SemanticPose());
  put(out, "pose", light.SemanticPose());
  out.field("diffuse", light.Diffuse()).field("specular", light.Specular());
  out.field("intensity", light.Intensity()).field("direction", light.Direction());
  out.field("cast_shadows", light.CastShadows()).field("range", light.AttenuationRange());
  out.field("constant", light.ConstantAttenuationFactor());
  out.field("linear", light.LinearAttenuationFactor());
  out.field("quadratic", light.QuadraticAttenuationFactor());
  out.field("inner_angle", light.SpotInnerAngle().Radian());
  out.field("outer_angle", light.SpotOuterAngle().Radian());
  out.field("falloff", light.SpotFalloff()).close('}');
}

static void put(Json &out, const sdf::Link &link) {
  const auto &inertial = link.Inertial();
  out.field("mass", inertial.MassMatrix().Mass()).field("inertia", inertial.MassMatrix().Moi());
  out.field("inertial_pose", inertial.Pose()).field("enable_wind", link.EnableWind());
  out.key("visuals").open('[');
  for (uint64_t i = 0; i < link.VisualCount(); ++i) {
    const sdf::Visual &visual = *link.VisualByIndex(i);
    out.open('{').field("name", visual.Name());
    put_pose(out, visual.SemanticPose());
    put(out, "pose", visual.SemanticPose());
    put(out.key("geometry"), visual.Geom());
    if (auto *look = visual.Material()) {
      out.field("ambient", look->Ambient()).field("diffuse", look->Diffuse());
      out.field("specular", look->Specular()).field("emissive", look->Emissive());
    }
    out.field("cast_shadows", visual.CastShadows()).field("transparency", double(visual.Transparency()));
    out.close('}');
  }
  out.close(']').key("collisions").open('[');
  for (uint64_t i = 0; i < link.CollisionCount(); ++i) {
    const sdf::Collision &collision = *link.CollisionByIndex(i);
    out.open('{').field("name", collision.Name());
    put_pose(out, collision.SemanticPose());
    put(out, "pose", collision.SemanticPose());
    put(out.key("geometry"), collision.Geom());
    out.close('}');
  }
  out.close(']').key("sensors").open('[');
  for (uint64_t i = 0; i < link.SensorCount(); ++i) put(out, *link.SensorByIndex(i));
  out.close(']').key("lights").open('[');
  for (uint64_t i = 0; i < link.LightCount(); ++i) put(out, *link.LightByIndex(i));
  out.close(']');
}

static void put(Json &out, const sdf::JointAxis *axis) {
  if (axis == nullptr) {
    out.null();
    return;
  }
  out.open('{').field("raw_xyz", axis->Xyz()).field("expressed_in", axis->XyzExpressedIn());
  for (const char *frame : {"", "__model__"}) {
    ignition::math::Vector3d xyz;
    const sdf::Errors errors = axis->ResolveXyz(xyz, frame);
    const std::string name = *frame ? "xyz_model" : "xyz";
    out.key(name);
    if (errors.empty()) {
      out.value(xyz);
    } else {
      put(out.null().key(name + "_errors"), errors);
    }
  }
  out.field("lower", axis->Lower()).field("upper", axis->Upper());
  out.field("effort", axis->Effort()).field("velocity", axis->MaxVelocity());
  out.field("stiffness", axis->Stiffness()).field("dissipation", axis->Dissipation());
  out.field("damping", axis->Damping()).field("friction", axis->Friction());
  out.field("spring_reference", axis->SpringReference());
  out.field("spring_stiffness", axis->SpringStiffness()).close('}');
}

static void put(Json &out, const sdf::Joint &joint) {
  static const std::map<sdf::JointType, const char *> types = {
      {sdf::JointType::INVALID, "invalid"},     {sdf::JointType::BALL, "ball"},
      {sdf::JointType::CONTINUOUS, "continuous"}, {sdf::JointType::FIXED, "fixed"},
      {sdf::JointType::GEARBOX, "gearbox"},     {sdf::JointType::PRISMATIC, "prismatic"},
      {sdf::JointType::REVOLUTE, "revolute"},   {sdf::JointType::REVOLUTE2, "revolute2"},
      {sdf::JointType::SCREW, "screw"},         {sdf::JointType::UNIVERSAL, "universal"}};
  out.field("type", types.at(joint.Type()));
  out.field("parent", joint.ParentLinkName()).field("child", joint.ChildLinkName());
  std::string body;
  sdf::Errors errors = joint.ResolveParentLink(body);
  errors.empty() ? out.field("parent_body", body) : out.key("parent_body").null();
  errors = joint.ResolveChildLink(body);
  errors.empty() ? out.field("child_body", body) : out.key("child_body").null();
  put(out, "pose_in_child", joint.SemanticPose(), joint.ChildLinkName());
  out.field("thread_pitch", joint.ThreadPitch());
  put(out.key("axis"), joint.Axis(0));
  put(out.key("axis2"), joint.Axis(1));
  out.key("sensors").open('[');
  for (uint64_t i = 0; i < joint.SensorCount(); ++i) put(out, *joint.SensorByIndex(i));
  out.close(']');
}

static void put(Json &out, const sdf::Frame &frame) {
  out.field("attached_to", frame.AttachedTo());
  std::string body;
  const sdf::Errors errors = frame.ResolveAttachedToBody(body);
  errors.empty() ? out.field("attached_body", body) : out.key("attached_body").null();
}

// All values of one document, by scoped name ("model::nested::link").
struct Content {
  Json models, links, joints, frames;
  std::map<std::string, sdf::SemanticPose> poses;  // by "KIND NAME"

  Content() {
    for (Json *json : {&models, &links, &joints, &frames}) json->open('{');
  }

  // `own` is the frame in which "pose" in the answer is expressed; `top` is the pose of `own` in the top-level frame.
  template <class Thing>
  void add(Json &out, const char *kind, const std::string &scope, const Thing &thing,
           const std::string &own, const std::optional<ignition::math::Pose3d> &top) {
    const std::string name = scope + thing.Name();
    out.key(name).open('{');
    put_pose(out, thing.SemanticPose());
    put(out, "pose", thing.SemanticPose(), own);
    ignition::math::Pose3d pose;
    if (top && thing.SemanticPose().Resolve(pose, own).empty()) {
      out.field("pose_in_top", *top * pose);
    } else {
      out.key("pose_in_top").null();
    }
    put(out, thing);
    out.close('}');
    poses.emplace(std::string(kind) + " " + name, thing.SemanticPose());
  }

  void add(const std::string &scope, const sdf::Model &model,
           const std::optional<ignition::math::Pose3d> &parent, bool root) {
    const std::string name = scope + model.Name();
    ignition::math::Pose3d placed;
    const sdf::Errors errors = model.SemanticPose().Resolve(placed);
    std::optional<ignition::math::Pose3d> top;
    if (root) {
      top = ignition::math::Pose3d::Zero;
    } else if (parent && errors.empty()) {
      top = *parent * placed;
    }
    Json &out = models;
    out.key(name).open('{');
    put_pose(out, model.SemanticPose());
    put(out, "pose", model.SemanticPose());
    top ? out.field("pose_in_top", *top) : out.key("pose_in_top").null();
    out.field("static", model.Static()).field("self_collide", model.SelfCollide());
    out.field("allow_auto_disable", model.AllowAutoDisable()).field("enable_wind", model.EnableWind());
    out.field("canonical_link", model.CanonicalLinkName());
    out.field("canonical_body", model.CanonicalLinkAndRelativeName().second);
    out.field("placement_frame", model.PlacementFrameName()).close('}');
    poses.emplace("model " + name, model.SemanticPose());
    const std::string inside = name + "::";
    for (uint64_t i = 0; i < model.LinkCount(); ++i)
      add(links, "link", inside, *model.LinkByIndex(i), "__model__", top);
    for (uint64_t i = 0; i < model.JointCount(); ++i)
      add(joints, "joint", inside, *model.JointByIndex(i), "__model__", top);
    for (uint64_t i = 0; i < model.FrameCount(); ++i)
      add(frames, "frame", inside, *model.FrameByIndex(i), "__model__", top);
    for (uint64_t i = 0; i < model.ModelCount(); ++i) add(inside, *model.ModelByIndex(i), top, false);
  }
};

static void put(Json &out, Content &content, const sdf::World &world, const std::string &scope) {
  out.open('{').field("name", world.Name()).field("gravity", world.Gravity());
  out.field("magnetic_field", world.MagneticField()).field("wind", world.WindLinearVelocity());
  out.key("lights").open('[');
  for (uint64_t i = 0; i < world.LightCount(); ++i) put(out, *world.LightByIndex(i));
  out.close(']').key("actors").open('[');
  for (uint64_t i = 0; i < world.ActorCount(); ++i) out.value(world.ActorByIndex(i)->Name());
  out.close(']').key("physics").open('[');
  for (uint64_t i = 0; i < world.PhysicsCount(); ++i) {
    const sdf::Physics &physics = *world.PhysicsByIndex(i);
    out.open('{').field("name", physics.Name()).field("type", physics.EngineType());
    out.field("default", physics.IsDefault()).field("max_step_size", physics.MaxStepSize());
    out.field("real_time_factor", physics.RealTimeFactor()).close('}');
  }
  out.close(']').close('}');
  const auto zero = ignition::math::Pose3d::Zero;
  for (uint64_t i = 0; i < world.ModelCount(); ++i)
    content.add(scope, *world.ModelByIndex(i), zero, false);
  for (uint64_t i = 0; i < world.FrameCount(); ++i)
    content.add(content.frames, "frame", scope, *world.FrameByIndex(i), "world", zero);
}

// ------------------------------------------------------------------------------ the tree of elements

static void put(Json &out, const sdf::Param &param) {
  std::any any;
  ignition::math::Angle angle;  // the only type that GetAny does not support
  if (param.IsType<ignition::math::Angle>() && param.Get(angle)) {
    out.value(angle.Radian());
    return;
  }
  if (!param.GetAny(any)) {
    out.null();
    return;
  }
  if (auto *v = std::any_cast<bool>(&any)) {
    out.value(*v);
  } else if (auto *v = std::any_cast<int>(&any)) {
    out.value(*v);
  } else if (auto *v = std::any_cast<unsigned int>(&any)) {
    out.value(*v);
  } else if (auto *v = std::any_cast<std::uint64_t>(&any)) {
    out.value(*v);
  } else if (auto *v = std::any_cast<double>(&any)) {
    out.value(*v);
  } else if (auto *v = std::any_cast<float>(&any)) {
    out.value(double(*v));
  } else if (auto *v = std::any_cast<char>(&any)) {
    out.value(std::string(1, *v));
  } else if (auto *v = std::any_cast<std::string>(&any)) {
    out.value(*v);
  } else if (auto *v = std::any_cast<sdf::Time>(&any)) {
    out.open('[').value(v->sec).value(v->nsec).close(']');
  } else if (auto *v = std::any_cast<ignition::math::Color>(&any)) {
    out.value(*v);
  } else if (auto *v = std::any_cast<ignition::math::Vector2i>(&any)) {
    out.value(*v);
  } else if (auto *v = std::any_cast<ignition::math::Vector2d>(&any)) {
    out.value(*v);
  } else if (auto *v = std::any_cast<ignition::math::Vector3d>(&any)) {
    out.value(*v);
  } else if (auto *v = std::any_cast<ignition::math::Quaterniond>(&any)) {
    out.value(*v);
  } else if (auto *v = std::any_cast<ignition::math::Pose3d>(&any)) {
    out.value(*v);
  } else {
    out.value(param.GetAsString());
  }
}

// [name, {attribute: [type, value, is written in the file]}, [type, value] or null, is written, [children]]
static void put(Json &out, const sdf::ElementPtr &element) {
  out.open('[').value(element->GetName()).open('{');
  for (const auto &attribute : element->GetAttributes()) {
    put(out.key(attribute->GetKey()).open('[').value(attribute->GetTypeName()), *attribute);
    out.value(attribute->GetSet()).close(']');
  }
  out.close('}');
  if (auto value = element->GetValue()) {
    put(out.open('[').value(value->GetTypeName()), *value);
    out.close(']');
  } else {
    out.null();
  }
  out.value(element->GetExplicitlySetInFile()).open('[');
  for (auto child = element->GetFirstElement(); child; child = child->GetNextElement()) put(out, child);
  out.close(']').close(']');
}
