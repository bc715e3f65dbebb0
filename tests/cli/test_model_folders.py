"""A model that is named by its folder, or by its manifest: its SDFormat file changes, nothing else."""

from __future__ import annotations

import pytest

MANIFEST = '<model><name>cart</name><sdf version="1.9">cart.sdf</sdf></model>\n'
CART = """<sdf version="1.9">
  <model name="cart">
      <link name="box">
      <inertial>
        <mass>2</mass>
        <inertia><ixx>1</ixx><ixy>0</ixy><ixz>0</ixz><iyy>1</iyy><iyz>0</iyz><izz>5</izz></inertia>
      </inertial>
    </link>
    <link name="lid"><pose relative_to="axel_QQQ">0 0 1 0 0 0</pose></link>
    <frame name="axle_QQQ"/>
    <joint name="hinge" type="revolute">
      <parent>box</parent>
      <child>lid</child>
      <axis><xyz>0 0 1</xyz></axis>
    </joint>
  </model>
</sdf>
"""
VERBS = [
    ("inertia", "--repair"),
    ("fmt",),
    ("fix", "--unsafe"),
    ("rename", "link", "box", "chest"),
    ("convert", "--to", "sdf1.10", "--in-place"),
]


@pytest.fixture
def cart(here):
    (here / "cart").mkdir()
    (here / "cart/model.config").write_text(MANIFEST)
    (here / "cart/cart.sdf").write_text(CART)
    return here / "cart"


@pytest.mark.parametrize("name", ["cart", "cart/", "cart/model.config"])
@pytest.mark.parametrize("verb", VERBS, ids=lambda words: words[0])
def test_a_model_that_is_named_by_its_folder_is_changed_in_its_file(bodyplan, cart, verb, name):
    status, _, err = bodyplan(*verb, name)
    assert status in {0, 1}, err
    assert (cart / "model.config").read_text() == MANIFEST
    assert (cart / "cart.sdf").read_text() != CART
    assert sorted(file.name for file in cart.iterdir()) == ["cart.sdf", "model.config"]


def test_the_folder_that_one_is_in_is_one_too(bodyplan, cart, monkeypatch):
    monkeypatch.chdir(cart)
    assert bodyplan("inertia", ".", "--repair")[0] == 0
    assert (cart / "model.config").read_text() == MANIFEST
    assert "<izz>5</izz>" not in (cart / "cart.sdf").read_text()
