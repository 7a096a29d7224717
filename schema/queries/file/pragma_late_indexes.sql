-- What sorts the rows of an index keeps as much in memory as the cache may: less than while rows came.
PRAGMA cache_size = -16384;
