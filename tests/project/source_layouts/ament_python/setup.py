import os
from glob import glob

from setuptools import setup

package_name = "python_description"
raise SystemExit("this file is never run")

setup(
    name=package_name,
    data_files=[
        ("share/" + package_name, ["package.xml"]),
        (os.path.join("share", package_name, "urdf"), glob("description/urdf/*.xacro")),
    ],
)
