"""Values that break parsers: numbers, paths, texts and expressions that a file may hold."""

from __future__ import annotations

# fmt: off

NUMBERS = (
    "0", "-0", "1", "-1", "2", "0.5", "1e309", "-1e309", "nan", "inf", "-inf", "NaN", "+1", "1.",
    "1e-320", "4.9e-324", "1.7976931348623157e308", "-1.7976931348623157e308", "1e-400", "1e17",
    "0x1p3", "0x10", "1,5", "1_000", "", " ", "--1", "+", ".", "e", "1e", "1e99999999", "१२", "٣",
    "2147483647", "2147483648", "-9223372036854775809", "18446744073709551616", "1" * 400, "-" + "1" * 400, "1" * 999, "0" * 5000 + "1", "1" * 5000,
    "0x" + "f" * 5000,
    "3.14159265358979", "1 2", "1 2 3", "1 2 3 4", "1 2 3 4 5 6 7", "0 0 0", "0 0 0 0",
    "nan nan nan", "1e308 1e308 1e308", "1e-200 0 0", "1\t2\n3", "1;2;3", "1\u00a02 3", "true",
    "yes", "None",
)
"""Spellings of numbers and vectors at the edges of what a parser accepts."""
NAMES = (
    "", " ", "a", "world", "__model__", "__root__", "base_link", "a::b", "::", "a::", "a/b", "/a",
    "a b", "\n", "a\nb", "&#10;", "&#x1b;[31m", "&#x85;", "&#x2028;", "&#x202e;", "&#0;",
    "&#xD800;", "{}", "{0.__class__}", "{missing}", "%s%n", "\\{", "$1", "${x}", "$(arg x)",
    "]]>", "--", "-o", "&lt;&gt;&amp;&quot;&apos;", "&undefined;", "'", "ü", "\U0001f916",
    "e\u0301", "\u202etxt", "\ufeff", "__class__", "true", "nan", "0", "a" * 300, "::" * 200,
    "CON", "a\tb", "a\\b", "*", "[", "(?P<a>",
)
"""Names that are empty, reserved, scoped, formatted, escaped or very long."""
PATHS = (
    "package://pkg/meshes/a.stl", "package://pkg/../../../etc/passwd",
    "package://../../etc/passwd", "package://", "package:///", "package://pkg",
    "package:/pkg/a.stl", "model://m/meshes/a.dae", "model://../../etc/passwd",
    "file:///etc/passwd", "file://host/etc/passwd", "file:etc", "file://",
    "http://127.0.0.1:9/a.stl", "https://example.invalid/m", "//host/share/a.stl", "\\\\host\\a",
    "/etc/passwd", "/dev/zero", "/dev/stdin", "/proc/self/environ", "../../../../etc/passwd", ".",
    "..", "~root/.ssh/id_rsa", "~", "C:\\a.stl", "%2e%2e/%2e%2e/etc/passwd", "a%00.stl", "&#0;",
    "a\\..\\b", "meshes/a.stl", "model://m", "model://loop", "model://spin", "models/m", "./a.stl", "mesh.stl", "a.STL", "a.stl?x=1#y",
    "$(find pkg)/a.stl", "${HOME}/a.stl", "x" * 5000, "a/" * 2000 + "a.stl",
    "link.stl", "linked/a.stl", "linked/link.bin", "link.bin", "link.png", "link.xml", "linked/part.xml",
    "pipe.stl", "pipe.xml", "zero.bin", "gone.stl", "part.xml", "loop.xml", "case.xml", "a.png", "a.obj",
    "../outside/a.stl", "package://pkg/linked/a.stl", "model://linked", "model://pkg/link.stl",
    "package://" + "a/" * 1000, "package://{}/a", "data:,x", "unit_box",
)
"""Paths and URIs that leave the folder, name devices or networks, or are very long."""
XML = (
    "<!-- -->", "<!-- a -- b -->", "<!--", "-->", "<!---->", "<![CDATA[ <a> ]]>", "<![CDATA[",
    "]]>", "<?xml version='1.0'?>", "<?a b?>", "<?", "<?a?><?a?>", "<!DOCTYPE robot>",
    "<!ELEMENT a ANY>", "<!DOCTYPE robot SYSTEM 'file:///etc/passwd'>",
    "<!DOCTYPE robot [<!ENTITY a 'b'>]>",
    "<!DOCTYPE r [<!ENTITY a SYSTEM 'file:///etc/passwd'>]>",
    "<!DOCTYPE r [<!ENTITY % a SYSTEM 'http://127.0.0.1:9/'> %a;]>", "&a;", "&amp;", "&#65;",
    "&#x110000;", "&#xFFFE;", "&", "<", ">", "</", "/>", "</robot>", "<a/>", "<a><b/></a>",
    "<a a='1' a='2'/>", "<:a/>", "<a:b/>", "<a xmlns='x'/>", "<a xmlns:b='c'><b:d/></a>", "<ü/>",
    "<a>text</a>", "text", "\0", "\x01", "\x0b", "\x85", "\u2028", "\ufeff", "\ufffe", "\ud800",
    "\r", "\r\n", "\n\n\n", "\t", "<include><uri>model://m</uri></include>", "<include><uri>model://loop</uri></include>",
    "<include merge='true'><uri>model://spin</uri></include>", "<include><uri>case.sdf</uri></include>",
    "<include file='part.xml'/>", "<include file='link.xml'/>", "<x:include xmlns:x='y' file='linked/part.xml'/>",
    "<include xmlns='y' file='loop.xml'/>", "<asset><mesh name='z' file='link.stl'/></asset>",
    "<asset><model name='z' file='link.xml'/></asset>", "<flexcomp name='z' type='gmsh' file='link.stl'/>",
    "<replicate count='9999'>", "<asset><texture name='z' type='2d' file='link.png'/></asset>",
    "<a" + " b='c'" * 40 + "/>", "<!-- bodyplan: ignore -->",
    "<!-- bodyplan: ignore J301 X102 -->", "<!-- bodyplan: ignore {} -->",
)
"""Markup: comments, sections, declarations, stray ends, characters that XML forbids."""
EXPRESSIONS = (
    "${}", "${", "$", "$$", "$${1}", "$$(arg a)", "${1/0}", "${2**99**99}", "${'a'*10**9}",
    "${x}", "${pi}", "${[0]*10**9}", "${[i for i in range(10**9)]}", "${().__class__}",
    "${__import__('os')}", "${open('/etc/passwd')}", "${(lambda: 1)()}", "${x.y.z}",
    "${'{0.__class__}'.format(1)}", "${1 if 1 else 2}", "${a b}", "${'\\x00'}", "${1e999}",
    "${load_yaml('/etc/passwd')}", "${xacro.load_yaml('a.yaml')}", "${eval('1')}", "${'%s' % x}",
    "${-(-1)}", "${not 1}", "${((((((((1))))))))}", "${" + "(" * 300 + "1" + ")" * 300 + "}",
    "${" + "-" * 3000 + "1}", "${1" + "+1" * 3000 + "}", "$(arg a)", "$(arg)", "$(arg a b)",
    "$(find pkg)", "$(find ..)", "$(env HOME)", "$(optenv FUZZ_CANARY x)", "$(cwd)",
    "$(env FUZZ_CANARY)", "$(dirname)", "$(anon x)", "$(eval 1)",
    "$(eval open('/etc/passwd').read())", "$(eval", "$(x y)", "$(eval arg('a'))",
    "$(find pkg)/../../../etc/passwd", "$(arg $(arg a))", "${'$(arg a)'}", "$(eval ${1})",
    "${x if}",
)
"""Substitutions of xacro, harmless and hostile."""
DIRECTIVES = (
    "<xacro:include filename='/etc/passwd'/>", "<xacro:include filename='case.xacro'/>",
    "<xacro:include filename='*'/>", "<xacro:include filename='../../*.xacro' ns='n'/>",
    "<xacro:include filename='none.xacro' optional='1'/>",
    "<xacro:include filename='link.xml'/>", "<xacro:include filename='linked/part.xml'/>",
    "<xacro:include filename='pipe.xml'/>", "<xacro:include filename='$(find pkg)/linked/part.xml'/>",
    "<xacro:property name='x' value=\"${xacro.load_yaml('linked/a.yaml')}\"/>",
    "<xacro:property name='x' value='${x}'/>", "<xacro:property name='x' value='1'/>",
    "<xacro:property name='pi' value='3'/>", "<xacro:property name='__builtins__' value='1'/>",
    "<xacro:property name='b'><a/></xacro:property>",
    "<xacro:property name='y' value='${[x, x]}'/>", "<xacro:property name='x' remove='true'/>",
    "<xacro:property name='a.b' value='1'/>", "<xacro:macro name='m' params='a b:=1 *c **d'/>",
    "<xacro:macro name='m' params='a:=^|1'><xacro:m a='1'/></xacro:macro>",
    "<xacro:macro name='m' params=''><xacro:m/><xacro:m/></xacro:macro>", "<xacro:m/>",
    "<xacro:m a='1'/>", "<xacro:call macro='m'/>", "<xacro:call macro='${1}'/>",
    "<xacro:insert_block name='b'/>", "<xacro:if value='${1}'><a/></xacro:if>",
    "<xacro:if value='x'/>", "<xacro:unless value='${0}'><a/></xacro:unless>",
    "<xacro:arg name='a' default='1'/>", "<xacro:arg name='a' default='$(arg a)'/>",
    "<xacro:element xacro:name='${1}'/>", "<xacro:element xacro:name='a'/>",
    "<xacro:attribute name='a' value='1'/>", "<xacro:unknown/>",
)
"""Elements of xacro, among them those that refer to themselves."""
LINES = (
    "install(DIRECTORY ../outside DESTINATION share/${PROJECT_NAME})\n", "add_subdirectory(linked)\n",
    "install(FILES link.stl DESTINATION share/built/meshes)\n", "add_subdirectory(..)\n", "include(x)\n",
    "add_custom_command(OUTPUT a COMMAND rm -rf a)\n", "foreach(a b)\n", "endforeach()\n", "set(A ${A})\n",
    "execute_process(COMMAND id)\n", "file(GLOB x *)\n", "if(", "[==[", "]==]", "#[[", "${${a}}", "\\\n",
    "('share/built/meshes', ['link.stl', '../outside/a.stl']),\n", "glob('../outside/*')", "__import__('os')\n",
    "f'{a}/{b!r:>{c}}'", "(lambda: 0)()", "'" * 3, "[" * 200, "a = a + a\n", "\x0c", "def f(:\n",
    "$(find-pkg-share built)/linked/r.urdf", "$(find built)/../outside/r.urdf", "$(command 'id')",
    "PathJoinSubstitution([FindPackageShare('built'), '..', 'outside', 'r.urdf'])\n",
    "    relative_path: ../outside/r.urdf\n", "    package: ../..\n", "  URDF:\n", "\t", "\0",
)
"""Fragments of build and launch files: rules that lead out, commands, brackets that stay open."""
YAML = (
    "&a [*a]", "*a", "&a {b: *a}", "<<: *a", "<<: {a: 1}", "? a", "? [a, b]\n: c",
    "!!python/object/apply:os.system [id]", "!!python/name:os.system", "!degrees 90",
    "!radians x", "!!binary aGk=", "!!timestamp 2001-01-01", "!!float x", "!!int ''",
    "!!set {a, b}", "!!omap [a: 1]", "! x", "!<tag:a,2000:b> x", "%YAML 9.9\n---\n", "---\n",
    "...\n", "|\n  a\n", ">-\n  a\n", '"\\{"', '"\\x1b[31m"', '"\\u2028"', '"\\uD800"', '"\\',
    "'", "[" * 50, "{" * 50, "- " * 50, "[" * 2000, "a: " * 60, ".nan", ".inf", "-.inf", "1e400",
    "0o17", "0x1F", "1:30", "1_000", "~", "null", "yes", "on", "=", "2001-01-01", "1" * 5000,
    "\t", "\0", "\x85", "\u2028", "\ufeff", "#", "# bodyplan: ignore S801\n", ": ", ":", "- ",
    "-", "[]", "{}", "[,]", "{a}", "@", "`", "{a: 1, a: 2}", "a" * 3000, "ros__parameters:",
    "joint_limits:", "/**:", "{}: {}", "[a]: b", "'': ''", "1.0: 2", "true: x",
)
"""Fragments of YAML: tags, anchors, cycles, directives, brackets that are never closed."""
TOML = (
    "[", "]", "[[a]]", "[a.b.c]", "[a]\n[a]\n", "=", "a = ", "a.b.c = 1",
    ".".join("a" * 400) + " = 1", "'''", '"""', '"\\u0000"', "select = ['X']", "select = 'X'",
    "ignore = [1]", "severity = { X = 'warning' }", "severity = 3", "limits = { max_bytes = -1 }",
    "limits = { max_depth = 99999999999999999999 }", "folders = ['/etc', '..']",
    "packages = { a = '../..' }", "meshes = 'yes'", "profile = 'none'", "fail-on = 'never'",
    "per-file-ignores = { '[' = ['X'] }", "a = " + "[" * 500, "a = 1e999", "a = nan", "a = inf",
    "a = 1979-05-27T07:32:00Z", "a = 0x" + "f" * 5000, "a = " + "9" * 5000, "# \x1b[31m", "\0",
    "allow-env = ['HOME']", "[tool.bodyplan]",
)
"""Fragments of TOML, and keys of a configuration with values of the wrong kind."""
BYTES = (
    b"\x00", b"\xff", b"\xfe\xff", b"\xff\xfe", b"\xef\xbb\xbf", b"\xc0\x80", b"\xed\xa0\x80",
    b"\xf4\x90\x80\x80", b"\x1a", b"\x85",
)
"""Byte order marks, and sequences that are no UTF-8."""
ENCODINGS = (
    "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-8-sig", "latin-1", "cp1252", "ascii",
    "utf-7", "shift_jis", "utf-8",
)
"""Encodings that a text is written in, whatever it declares."""
DECLARED = (
    "utf-8", "UTF-16", "utf-32", "latin-1", "ISO-8859-1", "us-ascii", "windows-1252", "utf-7",
    "idna", "rot13", "zip", "punycode", "x" * 99, "",
)
"""Encodings that a text declares, whatever it is written in."""
UNICODE = (
    "\u202e", "\u2066", "\x85", "\u2028", "\u00a0", "\u200b", "\ufeff", "\U0001f916", "\u0300",
    "\x1b[2J", "\x7f", "\x9b31m",
)
"""Characters that steer a terminal, turn the direction of writing, or take no room."""
