"""Diagnostics: values that say what is wrong, where, why, and how to fix it."""

from bodyplan.core.names import Budget as Budget
from bodyplan.core.names import did_you_mean as did_you_mean
from bodyplan.core.names import near as near
from bodyplan.diag.diagnostic import Call as Call
from bodyplan.diag.diagnostic import Diagnostic as Diagnostic
from bodyplan.diag.diagnostic import Fix as Fix
from bodyplan.diag.diagnostic import Safety as Safety
from bodyplan.diag.diagnostic import Where as Where
from bodyplan.diag.kind import DuplicateCodeError as DuplicateCodeError
from bodyplan.diag.kind import Kind as Kind
from bodyplan.diag.kind import Severity as Severity
from bodyplan.diag.kind import kinds as kinds
from bodyplan.diag.kind import register as register
from bodyplan.diag.report import FileReport as FileReport
from bodyplan.diag.report import Report as Report
