"""``sglite convert-lm``."""

from __future__ import annotations

from pathlib import Path

import click

from ..errors import InputError
from ._options import Command, OldPlace, named_place, option, out_option, overwrite_option


@click.command("convert-lm", cls=Command)
@click.argument("source", metavar="IN")
@click.argument("place", cls=OldPlace, required=False, type=click.Path(dir_okay=False, path_type=Path))
@option(
    "--quantize",
    is_flag=True,
    help="Store log-probabilities in 16 bits: half the size, errors about 0.0002 bits a word.",
)
@out_option("A file ending in .safetensors, .arpa, .arpa.gz or .arpa.xz. [required]")
@overwrite_option()
def command(source: str, place: Path | None, out: Path | None, quantize: bool, overwrite: bool) -> int:
    """Convert an n-gram model between ARPA text and the compact form.

    A name that ends in .safetensors means the compact form, which loads by memory map; one in .arpa, .arpa.gz or
    .arpa.xz means ARPA text, which KenLM and other programs read. No number is lost unless --quantize is given; ARPA
    text has no place for how words were cut, which cards and the compact form say: a note says what is lost. IN may
    also be a model's folder or the name of a shipped model.

    \b
    Examples:
      sglite convert-lm big.arpa --out big.safetensors
      sglite convert-lm big.arpa.gz --out small.safetensors --quantize
      sglite convert-lm ngram --out ngram.arpa
    """
    from ..files import refuse_replacing
    from ..lm.folder import ModelFolder
    from ..lm.ngram.files import KINDS, SUFFIXES, is_arpa, read_model, write_model
    from ..resources import shipped_models

    target = named_place(out, place)
    if is_arpa(target) and quantize:
        raise InputError("--quantize is for the compact form: end the name of the output in .safetensors.")
    shipped = shipped_models()
    path = shipped[source].folder if source in shipped and not Path(source).exists() else Path(source)
    found = ModelFolder.find(path, kinds=KINDS, suffixes=SUFFIXES)
    if target.exists() and target.samefile(found.file):
        raise InputError(f"{target}: input and output are the same file.")
    refuse_replacing(target, overwrite=overwrite)
    model = read_model(found.file)
    already = model.max_error
    if quantize:
        model = model.quantized()
    write_model(model, target, found.rules.metadata)
    click.echo(
        f"{target}: order {model.order}, "
        + ", ".join(f"{size:,} {order}-grams" for order, size in enumerate(model.n_ngrams, start=1))
        + (f"; log10 values off by at most {model.max_error:.2g}" if model.max_error else "")
        + (f", for {source} was stored in 16 bits" if already else ""),
        err=True,
    )
    if is_arpa(target) and (lost := found.rules.lost_in(target)):
        click.echo(f"Note: {lost}", err=True)
    return 0
