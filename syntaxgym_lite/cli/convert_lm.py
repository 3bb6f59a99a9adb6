"""``sglite convert-lm``."""

from __future__ import annotations

from pathlib import Path

import click

from ..errors import InputError

_ARPA_ENDINGS = (".arpa", ".arpa.gz", ".arpa.xz")


@click.command("convert-lm")
@click.argument("source", metavar="IN")
@click.argument("target", metavar="OUT", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--quantize",
    is_flag=True,
    help="Store log-probabilities in 16 bits: half the size, errors about 0.0002 bits a word.",
)
def command(source: str, target: Path, quantize: bool) -> int:
    """Convert an n-gram model between ARPA text and the compact form.

    OUT ending in .safetensors is written in the compact form, which loads by memory map; OUT ending in .arpa, .arpa.gz
    or .arpa.xz as ARPA text, which KenLM and other programs read. Nothing is lost unless --quantize is given. IN may
    also be a model's folder or the name of a shipped model.

    \b
    Examples:
      sglite convert-lm big.arpa big.safetensors
      sglite convert-lm big.arpa.gz small.safetensors --quantize
      sglite convert-lm ngram ngram.arpa
    """
    from ..backends.word.ngram import locate, read_model
    from ..lm.ngram.arpa import write_arpa
    from ..lm.ngram.compact import write_compact
    from ..resources import shipped_models

    to_arpa = target.name.endswith(_ARPA_ENDINGS)
    if not to_arpa and target.suffix != ".safetensors":
        raise InputError(f"{target}: the name must end in .safetensors, {', '.join(_ARPA_ENDINGS[:-1])} or .arpa.xz.")
    if to_arpa and quantize:
        raise InputError("--quantize is for the compact form: end the name of the output in .safetensors.")
    shipped = shipped_models()
    path = shipped[source].folder if source in shipped and not Path(source).exists() else Path(source)
    file, _ = locate(path)
    if target.exists() and target.samefile(file):
        raise InputError(f"{target}: input and output are the same file.")
    model = read_model(file)
    already = model.max_error
    if quantize:
        model = model.quantized()
    (write_arpa if to_arpa else write_compact)(model, target)
    click.echo(
        f"{target}: order {model.order}, "
        + ", ".join(f"{size:,} {order}-grams" for order, size in enumerate(model.n_ngrams, start=1))
        + (f"; log10 values off by at most {model.max_error:.2g}" if model.max_error else "")
        + (f", for {source} was stored in 16 bits" if already else ""),
        err=True,
    )
    return 0
