-- The cost that a sale takes along is rounded to the nearest cent and no longer down: positions are folded again.
delete from positions;
