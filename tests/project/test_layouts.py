"""Which files belong together, in the layouts that people use, and the reason that is told."""

import os

import pytest
from tests.project.layouts import LAYOUTS, build, package, srdf, state, urdf

from bodyplan import InputError, find_projects
from bodyplan.description.search.find import survey
from bodyplan.description.search.nearby import FilesAround


@pytest.fixture(params=LAYOUTS)
def layout(request, tmp_path, monkeypatch):
    """A layout, in the current folder."""
    monkeypatch.chdir(tmp_path)
    build(LAYOUTS[request.param], tmp_path)
    return LAYOUTS[request.param]


def test_each_file_finds_its_robot_and_says_why(layout):
    found = {
        member.path: (member.robot, member.reason)
        for member in survey(".").members
        if member.kind not in ("urdf", "xacro")
    }
    assert found == layout.expected


def test_a_file_alone_finds_the_same_robot_as_in_its_folder(layout):
    nearby = FilesAround()
    for path, (robot, reason) in layout.expected.items():
        endings = {".srdf": "srdf", ".xacro": "srdf", ".xml": "model_state"}
        kind = endings.get(path[path.rfind(".") :], "settings")
        name = srdf_name(path) if kind != "settings" else ""
        member = nearby.member(path, kind, name)
        assert member.robot == robot, path
        if robot is not None:
            assert member.reason == reason, path


def srdf_name(path):
    from bodyplan.description.search._root_element import root_element_of

    return root_element_of(path).name


def test_absolute_names_stay_absolute(layout, tmp_path):
    found = {m.path: m.robot for m in survey(str(tmp_path)).members if m.path.endswith(".srdf")}
    for path, (robot, _) in layout.expected.items():
        if path.endswith(".srdf"):
            assert found[str(tmp_path / path)] == (robot and str(tmp_path / robot))


def test_projects_hold_every_file_once(layout, tmp_path):
    projects = find_projects(tmp_path)
    files = [
        path
        for project in projects
        for path in (
            *([project.robot] if project.robot else []),
            *project.semantics,
            *project.states,
            *project.settings,
        )
    ]
    assert len(files) == len(set(files))
    for path, (robot, reason) in layout.expected.items():
        (project,) = [p for p in projects if tmp_path / path in p.reasons]
        assert project.reasons[tmp_path / path] == reason
        assert project.robot == (robot and tmp_path / robot)


def test_files_with_macros_are_robots_only_where_they_make_one(tmp_path):
    build(LAYOUTS["macros, and the files that they include"], tmp_path)
    robots = [m.path for m in survey(str(tmp_path)).members if m.kind == "xacro"]
    assert robots == [str(tmp_path / "urdf" / "arm.urdf.xacro")]


def test_a_robot_that_would_do_as_well_is_reported(tmp_path):
    for name in ("arm_left.urdf", "arm_right.urdf"):
        (tmp_path / name).write_text(urdf("arm", "a"))
    (tmp_path / "arm.srdf").write_text(srdf("arm", "a"))
    (member,) = [m for m in survey(str(tmp_path)).members if m.kind == "srdf"]
    assert (os.path.basename(member.robot), member.better) == ("arm_left.urdf", ())
    assert [os.path.basename(rival) for rival in member.rivals] == ["arm_right.urdf"]


def test_a_robot_that_has_more_of_the_names_is_reported(tmp_path):
    (tmp_path / "solo.urdf").write_text(urdf("solo", "a"))
    (tmp_path / "solo12.urdf").write_text(urdf("solo", "a", "b"))
    (tmp_path / "solo.srdf").write_text(srdf("solo", "a", "b"))
    (member,) = [m for m in survey(str(tmp_path)).members if m.kind == "srdf"]
    assert os.path.basename(member.robot) == "solo.urdf"
    assert [os.path.basename(better) for better in member.better] == ["solo12.urdf"]


def test_a_robot_that_is_named_along_counts_as_near(tmp_path):
    (tmp_path / "far").mkdir()
    (tmp_path / "near").mkdir()
    (tmp_path / "far" / "arm.urdf").write_text(urdf("arm", "a"))
    (tmp_path / "near" / "arm.srdf").write_text(srdf("arm", "a"))
    path = str(tmp_path / "near" / "arm.srdf")
    assert FilesAround().member(path, "srdf", "arm").robot is None
    given = FilesAround([str(tmp_path / "far" / "arm.urdf")])
    assert given.member(path, "srdf", "arm").robot == str(tmp_path / "far" / "arm.urdf")


def test_the_package_that_the_assistant_names_may_lie_elsewhere(tmp_path, monkeypatch):
    monkeypatch.delenv("ROS_PACKAGE_PATH", raising=False)
    from tests.project.layouts import assistant

    from bodyplan.resources import Resources

    there = tmp_path / "opt" / "share" / "arm_description"
    (there / "urdf").mkdir(parents=True)
    (there / "package.xml").write_text(package("arm_description"))
    (there / "urdf" / "arm.urdf").write_text(urdf("arm", "a"))
    config = tmp_path / "home" / "ws" / "src" / "arm_moveit_config"
    (config / "config").mkdir(parents=True)
    (config / ".setup_assistant").write_text(assistant("arm_description", "urdf/arm.urdf"))
    (config / "config" / "arm.srdf").write_text(srdf("arm", "a"))
    resources = Resources({"arm_description": there})
    (member,) = survey(str(config), resources).members
    assert member.robot == str(there / "urdf" / "arm.urdf")
    assert member.reason == "named in .setup_assistant"


@pytest.mark.parametrize("path", ["/etc/arm.urdf", "../../arm.urdf", ""])
def test_the_assistant_cannot_lead_out_of_its_package(tmp_path, path):
    from tests.project.layouts import assistant

    from bodyplan.description.search._setup_assistant import named_urdf

    (tmp_path / ".setup_assistant").write_text(assistant("arm", path))
    assert named_urdf(str(tmp_path)) is None


# What is looked at, and what is not


def test_hidden_folders_and_links_to_folders_are_left_out(tmp_path):
    for name in (".git", "arm"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "arm.urdf").write_text(urdf("arm", "a"))
    (tmp_path / "arm" / "again").symlink_to(tmp_path)
    (tmp_path / "arm" / ".hidden.urdf").write_text(urdf("arm", "a"))
    assert [m.path for m in survey(str(tmp_path)).members] == [str(tmp_path / "arm" / "arm.urdf")]


def test_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "arm.urdf")
    os.mkfifo(tmp_path / "joint_limits.yaml")
    assert survey(str(tmp_path)).members == []


def test_a_link_that_leads_nowhere_is_still_a_file_to_check(tmp_path):
    (tmp_path / "arm.urdf").symlink_to(tmp_path / "gone.urdf")
    assert [m.path for m in survey(str(tmp_path)).members] == [str(tmp_path / "arm.urdf")]


def test_names_with_line_ends_and_blanks_do_no_harm(tmp_path):
    folder = tmp_path / "a\nb c"
    folder.mkdir()
    (folder / "x\ny.urdf").write_text(urdf("r\u00f6bot", "a"))
    (folder / "x\ny.srdf").write_text(srdf("r\u00f6bot", "a"))
    (robot, member) = survey(str(tmp_path)).members
    assert (robot.kind, member.robot) == ("urdf", robot.path)


def test_too_many_files_are_a_sentence_that_names_the_cap(tmp_path, monkeypatch):
    monkeypatch.setattr("bodyplan.description.search.scan.MOST_ENTRIES", 3)
    monkeypatch.setattr("bodyplan.description.search.scan.scan.__defaults__", (3, None))
    for number in range(5):
        (tmp_path / f"{number}.urdf").write_text("")
    with pytest.raises(InputError, match="more than 3 files and folders"):
        survey(str(tmp_path))


def test_a_folder_that_cannot_be_read_is_reported_and_the_others_are_looked_at(
    tmp_path, monkeypatch
):
    (tmp_path / "closed").mkdir()
    (tmp_path / "arm.urdf").write_text(urdf("arm", "a"))
    real = os.scandir

    def scandir(path="."):
        if str(path).endswith("closed"):
            raise PermissionError(13, "Permission denied", str(path))
        return real(path)

    monkeypatch.setattr(os, "scandir", scandir)
    found = survey(str(tmp_path))
    assert [member.path for member in found.members] == [str(tmp_path / "arm.urdf")]
    assert found.troubles == [f"the folder {tmp_path / 'closed'} cannot be read: permission denied"]


@pytest.mark.parametrize(
    ("name", "words"), [("nowhere", "does not exist"), ("a.urdf", "is not a folder")]
)
def test_what_is_no_folder_is_an_error(tmp_path, name, words):
    (tmp_path / "a.urdf").write_text("")
    with pytest.raises(InputError, match=words):
        find_projects(tmp_path / name)


def test_a_file_alone_looks_neither_far_down_nor_up(tmp_path):
    deep = tmp_path / "srdf" / "1" / "2" / "3" / "4"
    deep.mkdir(parents=True)
    (tmp_path / "srdf" / "arm.srdf").write_text(srdf("arm", "a"))
    (deep / "arm.urdf").write_text(urdf("arm", "a"))
    member = FilesAround().member(str(tmp_path / "srdf" / "arm.srdf"), "srdf", "arm")
    assert member.robot is None


def test_each_folder_is_looked_through_once_for_many_files(tmp_path, monkeypatch):
    from bodyplan.description.search import nearby as module

    (tmp_path / "package.xml").write_text(package("many"))
    (tmp_path / "srdf").mkdir()
    (tmp_path / "urdf").mkdir()
    for number in range(30):
        (tmp_path / "srdf" / f"r{number}.srdf").write_text(srdf(f"r{number}", "a"))
        (tmp_path / "urdf" / f"r{number}.urdf").write_text(urdf(f"r{number}", "a"))
    scanned = []
    real = module.scan
    monkeypatch.setattr(module, "scan", lambda *words: scanned.append(words[0]) or real(*words))
    nearby = FilesAround()
    for number in range(30):
        path = tmp_path / "srdf" / f"r{number}.srdf"
        robot = nearby.member(str(path), "srdf", f"r{number}").robot
        assert robot == str(tmp_path / "urdf" / f"r{number}.urdf")
    assert len(scanned) <= 2


def test_model_states_in_xml_files_are_distinguished_from_other_xml(tmp_path):
    (tmp_path / "arm.urdf").write_text(urdf("arm", "a"))
    (tmp_path / "home.xml").write_text(state("arm", "a"))
    (tmp_path / "launch.xml").write_text("<launch/>")
    (tmp_path / "odd.xml").write_text("no xml")
    kinds = {os.path.basename(m.path): m.kind for m in survey(str(tmp_path)).members}
    assert kinds == {"arm.urdf": "urdf", "home.xml": "model_state"}
