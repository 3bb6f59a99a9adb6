"""Controlled rearing: model classes, training sizes and seeds, trained on one corpus and held against each other.

`plan` says what is to be compared, `plan_file` reads it, `corpora` cuts the nested sizes, `trainers` knows how each
class is trained, `cells` trains one model, `rear` does what is missing, scores all of them and writes one folder of
results, `cost` says beforehand how long that takes.

References
----------
J. Hu, J. Gauthier, P. Qian, E. Wilcox and R. P. Levy, A systematic assessment of syntactic generalization in neural
language models, ACL 2020.
"""
