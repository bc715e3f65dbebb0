"""What is refused is refused in one exact sentence: of functions and methods, in both forms."""

from __future__ import annotations

import subprocess
import sys

import pytest

from bodyplan.model import Frame, Robot, Transform, UnknownNameError
from tests.kinematics.forms import FORMS, use
from tests.model.every_kind import every_kind

np = pytest.importorskip("numpy")

from bodyplan import kinematics  # noqa: E402

ROBOT = every_kind(1)
FRAMED = Robot("framed", ROBOT.links, ROBOT.joints, frames=[Frame("tool", "l5", Transform())])
NQ, NV, L = ROBOT.nq, ROBOT.nv, len(ROBOT.links)
Q = ROBOT.random(1, 4)
V = np.random.default_rng(1).standard_normal((4, NV))
JOINT = next(joint for joint in ROBOT.joints if joint.child == "l5").name

RIGHT = {
    "forward_kinematics": {"q": Q},
    "frame_jacobian": {"q": Q, "frame": "l5"},
    "manipulability": {"q": Q, "frame": "l5"},
    "center_of_mass": {"q": Q},
    "center_of_mass_jacobian": {"q": Q},
    "mass_matrix": {"q": Q},
    "inverse_dynamics": {"q": Q, "v": V, "a": V},
    "gravity_torque": {"q": Q},
    "integrate": {"q": Q, "v": V},
    "difference": {"start": Q, "end": Q},
    "out_of_bounds": {"q": Q},
    "reach": {"frame": "l5", "count": 5},
}
"""Arguments that are right, for each function that there is."""
EVERY = tuple(RIGHT)
BY_NAME = {
    "poses_by_name": (Q[0],),
    "angle_columns": (),
    "bound_violations": (Q,),
    "columns_of": ("l5",),
    "quaternion_columns": (),
    "read_configurations": (),
    "with_positions": (Q[0], {}),
}
"""Functions for names and files, which are no methods of a robot, with what they take after it."""


def taking(*arguments: str) -> tuple[str, ...]:
    """The functions that take some arguments."""
    import inspect

    found = []
    for name in EVERY:
        known = inspect.signature(getattr(kinematics, name)).parameters
        if all(one in known for one in arguments):
            found.append(name)
    return tuple(found)


FIRST = {name: "start" if name == "difference" else "q" for name in EVERY if name != "reach"}
"""The configurations that each takes first."""


@pytest.fixture(params=FORMS, autouse=True)
def form(request, monkeypatch):
    use(request.param, monkeypatch, ROBOT, FRAMED)
    return request.param


def refused(name, error, message, robot=ROBOT, **wrong):
    """Both the function and the method say just this."""
    given = {**RIGHT[name], **wrong}
    for call in (getattr(kinematics, name), getattr(type(robot), name)):
        with pytest.raises(error) as caught:
            call(robot, **given)
        assert type(caught.value) is error
        assert str(caught.value) == message


def test_every_function_has_its_row():
    functions = {
        name
        for name, value in vars(kinematics).items()
        if callable(value) and getattr(value, "__module__", "").startswith("bodyplan.kinematics.")
    }
    assert {name for name in functions if name[0].islower()} == {*EVERY, *BY_NAME}


WRONG_Q = {
    "too short": (np.zeros(3), ValueError, f"must have shape (..., nq = {NQ}), not (3,)"),
    "too long": (
        np.zeros(NQ + 1),
        ValueError,
        f"must have shape (..., nq = {NQ}), not ({NQ + 1},)",
    ),
    "turned": (Q.T, ValueError, f"must have shape (..., nq = {NQ}), not ({NQ}, 4)"),
    "one number": (1.0, ValueError, f"must have shape (..., nq = {NQ}), not ()"),
    "nothing": ([], ValueError, f"must have shape (..., nq = {NQ}), not (0,)"),
    "an empty batch of another width": (
        np.zeros((0, 3)),
        ValueError,
        f"must have shape (..., nq = {NQ}), not (0, 3)",
    ),
    "uneven": ([[1.0], []], ValueError, "must be a list of numbers, or of lists of equal length"),
    "many axes": (
        np.zeros((1,) * 29 + (NQ,)),
        ValueError,
        "must have at most 29 axes, not 30",
    ),
    "half": (Q.astype(np.float16), TypeError, "must be float64 or float32, not float16"),
    "complex": (Q + 0j, TypeError, "must be float64 or float32, not complex128"),
    "bool": (Q > 0.0, TypeError, "must be float64 or float32, not bool"),
    "objects": (Q.astype(object), TypeError, "must be float64 or float32, not object"),
    "words": (["QQQ"] * NQ, TypeError, "must contain real numbers, not <U3"),
    "a word": ("QQQ", TypeError, "must be an array of NumPy, JAX or Torch, not str"),
    "none": (None, TypeError, "must be an array of NumPy, JAX or Torch, not NoneType"),
}


@pytest.mark.parametrize("name", FIRST)
@pytest.mark.parametrize("case", WRONG_Q)
def test_a_wrong_configuration(name, case):
    q, error, message = WRONG_Q[case]
    refused(name, error, f"{FIRST[name]} {message}", **{FIRST[name]: q})


def masked(array, count):
    """The same numbers, of which some do not count."""
    return np.ma.array(array, mask=(np.arange(array.size) < count).reshape(array.shape))


@pytest.mark.parametrize("name", FIRST)
@pytest.mark.parametrize("width", [np.float64, np.float32, np.int64])
def test_a_configuration_with_masked_numbers(name, width):
    first, rows = FIRST[name], Q.astype(width)
    rest = {key: value for key, value in RIGHT[name].items() if key not in {first, "frame"}}
    told = "{} has {}: masked numbers are not supported"
    one = told.format(first, "1 masked number")
    for wrong in (masked(rows, 1), masked(rows[0], 1), [*rows[1:].tolist(), masked(rows[0], 1)]):
        refused(name, ValueError, one, **{first: wrong})
    refused(
        name,
        ValueError,
        told.format(first, f"{NQ + 2} masked numbers"),
        **{first: masked(rows, NQ + 2)},
    )
    for rate in rest:
        wrong = masked(RIGHT[name][rate], 2)
        refused(name, ValueError, told.format(rate, "2 masked numbers"), **{rate: wrong})


@pytest.mark.parametrize("name", FIRST)
def test_a_masked_array_of_which_nothing_is_masked_is_an_array(name):
    expected = getattr(kinematics, name)(ROBOT, **RIGHT[name])
    given = {
        key: value if key == "frame" else np.ma.array(value, mask=False)
        for key, value in RIGHT[name].items()
    }
    found = getattr(kinematics, name)(ROBOT, **given)
    assert type(found) is type(expected)
    assert np.array_equal(found, expected)


@pytest.mark.parametrize("name", taking("out"))
def test_an_out_with_masked_numbers_is_refused_and_one_without_is_written_to(name):
    function, given = getattr(kinematics, name), RIGHT[name]
    expected = function(ROBOT, **given)
    for layout in ("C", "F"):
        out = np.ma.array(np.full(expected.shape, 5.0, order=layout), keep_mask=False)
        assert function(ROBOT, **given, out=out) is out
        assert np.ma.count_masked(out) == 0
        assert np.abs(out.data - expected).max() <= 1e-12 * np.abs(expected).max()
    told = "out has 3 masked numbers: masked numbers are not supported"
    out = masked(np.full(expected.shape, 5.0), 3)
    refused(name, ValueError, told, out=out)
    assert (out.data == 5.0).all()


def test_a_gravity_with_masked_numbers():
    told = "gravity has 1 masked number: masked numbers are not supported"
    for name in taking("gravity"):
        refused(name, ValueError, told, gravity=masked(np.ones(3), 1))
        refused(name, ValueError, told, gravity=[0.0, 0.0, np.ma.masked])


@pytest.mark.parametrize(
    ("name", "rate"), [("integrate", "v"), *[("inverse_dynamics", x) for x in "va"]]
)
@pytest.mark.parametrize(
    ("value", "error", "message"),
    [
        (V[:, :3], ValueError, f"must have shape (..., nv = {NV}), not (4, 3)"),
        (0.0, ValueError, f"must have shape (..., nv = {NV}), not ()"),
        (V + 0j, TypeError, "must be float64 or float32, not complex128"),
        (None, TypeError, "must be an array of NumPy, JAX or Torch, not NoneType"),
        (
            V.astype(np.float32),
            TypeError,
            "is float32 and q is float64: both must have the same precision",
        ),
    ],
)
def test_a_wrong_velocity(name, rate, value, error, message):
    refused(name, error, f"{rate} {message}", **{rate: value})


def test_batches_that_do_not_go_together():
    told = "q has batch (4,) and {} has batch ({},): these shapes do not broadcast"
    refused("integrate", ValueError, told.format("v", 3), v=V[:3])
    refused("inverse_dynamics", ValueError, told.format("a", 0), a=V[:0])
    refused("inverse_dynamics", ValueError, told.format("v", 2), v=V[:2], a=V[:1])
    told = "start has batch (4,) and end has batch (2,): these shapes do not broadcast"
    refused("difference", ValueError, told, end=Q[:2])
    told = "v has batch (3,) and a has batch (2,): these shapes do not broadcast"
    refused("inverse_dynamics", ValueError, told, q=Q[0], v=V[:3], a=V[:2])


def test_two_precisions():
    told = "end is float32 and start is float64: both must have the same precision"
    refused("difference", TypeError, told, end=Q.astype(np.float32))


@pytest.mark.parametrize("name", taking("frame"))
@pytest.mark.parametrize(
    ("frame", "error", "message"),
    [
        ("L5", UnknownNameError, "robot 'every_kind' has no link 'L5'; did you mean 'l5' or 'l25' or 'l15'?"),
        (JOINT, UnknownNameError, f"robot 'every_kind' has no link '{JOINT}'; that is a joint, which moves link 'l5'"),
        (L, IndexError, f"robot 'every_kind' has {L} links: none has number {L}"),
        (-1, IndexError, f"robot 'every_kind' has {L} links: none has number -1"),
        (10**30, IndexError, f"robot 'every_kind' has {L} links: none has number {10**30}"),
        (1.0, TypeError, "expected a link by name or number, not float"),
        (True, TypeError, "expected a link by name or number, not bool"),
        (None, TypeError, "expected a link by name or number, not NoneType"),
        (b"l5", TypeError, "expected a link by name or number, not bytes"),
        (["l5"], TypeError, "expected a link by name or number, not list"),
        (np.array([1, 2]), TypeError, "expected a link by name or number, not ndarray"),
    ],
)  # fmt: skip
def test_a_link_that_is_not_there(name, frame, error, message):
    refused(name, error, message, frame=frame)
    if name == "reach" and frame is not None:
        refused(name, error, message, base=frame)


def test_a_frame_that_is_not_there():
    told = "robot 'framed' has no link or frame 'tol'; did you mean 'tool'?"
    for name in taking("frame"):
        refused(name, UnknownNameError, told, robot=FRAMED, frame="tol")
        known = f"robot 'framed' has no link '{JOINT}'; that is a joint, which moves link 'l5'"
        refused(name, UnknownNameError, known, robot=FRAMED, frame=JOINT)


@pytest.mark.parametrize(
    ("frames", "error", "message"),
    [
        (3.5, TypeError, "frames must be a name, a number or a list of these, got 3.5"),
        (b"l5", TypeError, "frames must be a name, a number or a list of these, got b'l5'"),
        (True, TypeError, "expected a link by name or number, not bool"),
        (L, IndexError, f"robot 'every_kind' has {L} links: none has number {L}"),
        ([1.5], TypeError, "expected a link by name or number, not float"),
        ([True], TypeError, "expected a link by name or number, not bool"),
        (np.array([[1, 2]]), TypeError, "expected a link by name or number, not ndarray"),
        ([0, L], IndexError, f"robot 'every_kind' has {L} links: none has number {L}"),
    ],
)
def test_links_that_are_not_there(frames, error, message):
    refused("forward_kinematics", error, message, frames=frames)


@pytest.mark.parametrize(
    ("name", "argument", "known"),
    [
        ("forward_kinematics", "form", "'4x4', '3x4', 'position_quat_xyzw'"),
        ("frame_jacobian", "reference", "'local', 'world', 'local_world_aligned'"),
        ("manipulability", "motion", "'all', 'linear', 'angular'"),
    ],
)
@pytest.mark.parametrize("word", ["QQQ", "LOCAL", None, 4, ["local"], np.array(["local"])], ids=str)
def test_a_word_that_is_none(name, argument, known, word):
    refused(
        name, ValueError, f"{argument} must be one of {known}, not {word!r}", **{argument: word}
    )


@pytest.mark.parametrize("name", taking("threads"))
@pytest.mark.parametrize(
    ("threads", "error", "message"),
    [
        (0, ValueError, "threads must be at least 1, not 0"),
        (-(10**30), ValueError, f"threads must be at least 1, not {-(10**30)}"),
        (2.0, TypeError, "threads must be a whole number, not float"),
        ("2", TypeError, "threads must be a whole number, not str"),
        (None, TypeError, "threads must be a whole number, not NoneType"),
        (np.array([1, 2]), TypeError, "threads must be a whole number, not ndarray"),
    ],
)
def test_threads_that_cannot_be(name, threads, error, message):
    refused(name, error, message, threads=threads)


@pytest.mark.parametrize("name", taking("gravity"))
@pytest.mark.parametrize(
    ("gravity", "error", "message"),
    [
        ([0.0, -9.81], ValueError, "gravity must have shape (3,), not (2,)"),
        (-9.81, ValueError, "gravity must have shape (3,), not ()"),
        (np.zeros((3, 1)), ValueError, "gravity must have shape (3,), not (3, 1)"),
        (["QQQ"] * 3, TypeError, "gravity must contain real numbers, not <U3"),
        ("QQQ", TypeError, "gravity must be an array of NumPy, JAX or Torch, not str"),
        (None, TypeError, "gravity must be an array of NumPy, JAX or Torch, not NoneType"),
        (np.zeros(3, complex), TypeError, "gravity must be float64 or float32, not complex128"),
    ],
)
def test_gravity_that_cannot_be(name, gravity, error, message):
    refused(name, error, message, gravity=gravity)


@pytest.mark.parametrize("name", taking("gravity"))
@pytest.mark.parametrize("gravity", [[0, 0, -2], np.array([0, 0, -2]), np.array([0.0, 0.0, -2.0])])
def test_gravity_takes_the_precision_of_the_configuration(name, gravity):
    given = {key: value.astype(np.float32) for key, value in RIGHT[name].items()}
    found = getattr(ROBOT, name)(**given, gravity=gravity)
    assert found.dtype == np.float32
    expected = getattr(ROBOT, name)(**RIGHT[name], gravity=(0.0, 0.0, -2.0))
    assert np.abs(found - expected).max() < 2e-5 * np.abs(expected).max()


@pytest.mark.parametrize(
    ("wrong", "error", "message"),
    [
        ({"tolerance": "QQQ"}, TypeError, "tolerance must be a number, not 'QQQ'"),
        ({"tolerance": None}, TypeError, "tolerance must be a number, not None"),
        ({"tolerance": float("nan")}, TypeError, "tolerance must be a number, not nan"),
    ],
)
def test_a_tolerance_that_is_none(wrong, error, message):
    refused("out_of_bounds", error, message, **wrong)


def test_a_negative_tolerance_accepts_what_is_close_to_its_bounds():
    inside = [one.value for one in ROBOT.out_of_bounds(ROBOT.q())]
    close = [one.value for one in ROBOT.out_of_bounds(ROBOT.q(), tolerance=-5.0)]
    assert len(close) > len(inside)


@pytest.mark.parametrize(
    ("wrong", "error", "message"),
    [
        ({"count": 0}, ValueError, "count must be at least 1, not 0"),
        ({"count": "5"}, TypeError, "count must be a whole number, not str"),
        ({"rng": -1}, ValueError, "rng must be a generator, a seed of at least 0 or None, not -1"),
        ({"rng": "QQQ"}, TypeError, "rng must be a generator, a seed of at least 0 or None, not 'QQQ'"),
    ],
)  # fmt: skip
def test_reach_without_sense(wrong, error, message):
    refused("reach", error, message, **wrong)


@pytest.mark.parametrize("name", EVERY)
def test_something_that_is_no_robot(name):
    one = "model.Robot" if name in {"reach", "out_of_bounds"} else "model.Robot or its arrays"
    with pytest.raises(TypeError, match=f"^expected {one}, not str$"):
        getattr(kinematics, name)("QQQ", **RIGHT[name])


@pytest.mark.parametrize("name", BY_NAME)
def test_something_that_is_no_robot_and_has_no_names(name):
    first = ("q.csv",) if name == "read_configurations" else ()
    with pytest.raises(TypeError, match=r"^expected model.Robot, not str$"):
        getattr(kinematics, name)(*first, "QQQ", *BY_NAME[name])


@pytest.mark.parametrize("name", ["bound_violations", "with_positions"])
def test_configurations_of_another_shape_have_no_names(name):
    rest = BY_NAME[name][1:]
    for q in (np.zeros(3), np.zeros((2, 2, NQ))):
        with pytest.raises(ValueError, match=rf"q must have shape \(.*nq = {NQ},?\), not "):
            getattr(kinematics, name)(ROBOT, q, *rest)
    with pytest.raises(TypeError, match="q must "):
        getattr(kinematics, name)(ROBOT, "QQQ", *rest)


SHAPES = {
    "forward_kinematics": (L, 4, 4),
    "frame_jacobian": (6, NV),
    "manipulability": (6, NV),
    "center_of_mass": (3,),
    "center_of_mass_jacobian": (3, NV),
    "mass_matrix": (NV, NV),
    "inverse_dynamics": (NV,),
    "gravity_torque": (NV,),
    "integrate": (NQ,),
    "difference": (NV,),
    "out_of_bounds": (21,),
}


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("count", [10**12, 10**16])
def test_a_batch_that_does_not_fit_in_memory(name, count):
    given = {
        key: np.broadcast_to(value[0], (count, value.shape[-1]))
        for key, value in RIGHT[name].items()
        if key != "frame"
    }
    shape = (count, *SHAPES[name])
    refused(name, MemoryError, f"no memory for an array of float64 with shape {shape}", **given)


def test_a_reach_that_does_not_fit_in_memory():
    for count in (10**12, 10**18):
        told = f"no memory for an array of float64 with shape {(count, NQ)}"
        refused("reach", MemoryError, told, count=count)


LIMITED = """
import resource, numpy as np
from bodyplan.kinematics import native
from tests.model.every_kind import every_kind
if {form!r} == "arrays":
    native.make_kernels = lambda plan: native.Kernels(plan, None)
robot = every_kind(1)
q = robot.random(1, 200_000)
robot.mass_matrix(q[:1])
resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
try:
    robot.mass_matrix(q)
except MemoryError as error:
    print(error)
"""


def printed(code, folder):
    """What a Python of its own prints, whose memory a test may limit."""
    words = [sys.executable, "-c", code]
    return subprocess.run(words, capture_output=True, text=True, check=True, cwd=folder).stdout


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited there only")
def test_an_answer_that_this_machine_has_no_room_for(form, pytestconfig):
    assert (
        printed(LIMITED.format(form=form), pytestconfig.rootpath)
        == f"no memory for an array of float64 with shape (200000, {NV}, {NV})\n"
    )


TOO_LARGE = """
import resource
from tests.kinematics.test_large import large
robot = large(20_001, lambda i: i - 1)
q = robot.neutral()
robot.forward_kinematics(q, [0])
resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
try:
    robot.mass_matrix(q)
except MemoryError as error:
    print(error)
"""


@pytest.mark.long(keep=1)
@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited there only")
def test_a_matrix_whose_program_alone_is_too_large(pytestconfig):
    assert (
        printed(TOO_LARGE, pytestconfig.rootpath)
        == "no memory for an array of float64 with shape (20000, 20000)\n"
    )


def test_positions_of_masked_numbers_are_refused():
    q = masked(ROBOT.random(0), 1)
    with pytest.raises(
        ValueError, match=r"^q has 1 masked number: masked numbers are not supported$"
    ):
        ROBOT.positions(q)
    assert ROBOT.positions(np.ma.array(q.data)) == ROBOT.positions(q.data)
