"""The analysis of Hu et al. (2020), of their results or of any run: numbers of their figures, mixed models.

An *instance* is a model trained on a corpus from a seed; *models* are kinds of it (LSTM, RNNG); it is *controlled* if
its training corpus is known.

References
----------
Hu, J., Gauthier, J., Qian, P., Wilcox, E., & Levy, R. (2020). A systematic assessment of syntactic generalization in
neural language models. Proceedings of ACL, 1725-1744.
"""
