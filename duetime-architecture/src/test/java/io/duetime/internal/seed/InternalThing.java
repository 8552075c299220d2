package io.duetime.internal.seed;

public final class InternalThing extends RuntimeException {}
