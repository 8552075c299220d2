package io.duetime.architecture.seed.unmarked;

public interface LivesInAnUnmarkedPackage {}
