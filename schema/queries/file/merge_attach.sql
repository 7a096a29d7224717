ATTACH :uri AS other;
