"""How strong the bots of each level are, from novice to expert, in each set-up that they are fitted
to: depth, care, insight and slip (see `engine/opponents/strength.py`). `duelhost levels --write`
writes this file."""

FITTED = """\
divisor/size=100,first=even 1,0,0,0 2,0,0,0.36 3,1,0.26,0 3,1,0.75,0
divisor/size=20 1,0,0,0.82 2,0,0,0.9 2,0,0,0.22 2,0.54,0,0
divisor/size=30,board=drawn,rule=steps 1,0,0,0 2,0,0,0.24 2,0.72,0,0 3,1,0.44,0
divisor/size=40,board=drawn 1,0,0,0 2,0,0,0.3 3,1,0,0.67 3,1,0.69,0
parity/size=30,board=drawn,rule=doubles 1,0.15,0,0 2,0.36,0,0 2,0.8,0,0 3,1,0.22,0
parity/size=50,board=drawn,rule=doubles 1,0.15,0,0 2,0.36,0,0 2,0.7,0,0 2,0.95,0,0
sequence/sums=3,ties=second 1,0,0,0.71 1,0,0,0.37 1,0,0,0.06 1,0,0.65,0
sequence/ties=second,rows=either 1,0,0,0 3,0,0,0.03 3,0,0.56,0 3,0,0.81,0
split/board=drawn 1,0,0.4,0 2,0,0.4,0.3 3,0,0.44,0 3,0,0.76,0
split/keep=both,board=drawn 1,0,0,0 3,0,0.33,0 3,0,0.68,0 3,0,0.9,0
"""
