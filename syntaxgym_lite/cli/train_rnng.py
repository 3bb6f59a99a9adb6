"""``sglite train rnng``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..casing import Lowercase
from ..errors import InputError
from ..words import SCHEMES
from ._kept_command import CommandThatIsKept, command_line
from ._options import OUTPUT, WORDS, Command, option, out_option, quiet_option, training_options

if TYPE_CHECKING:
    from ..lm.rnng.training import TrainingProgress
    from ..lm.rnng.trees import Constituent

_DEFAULT_SIZE = 50_000

_NETWORK = "Network"
_TRAINING = "Training"
_DURATION = "How long"
