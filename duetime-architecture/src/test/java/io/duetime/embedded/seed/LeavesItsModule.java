package io.duetime.embedded.seed;

public interface LeavesItsModule {}
