PRAGMA quick_check;
