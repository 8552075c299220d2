package io.duetime.architecture.seed;

public final class ShowsItsFields {
  public static final int CONSTANT = 1;
  public static int changeable = 2;
  public final int perObject = 3;
}
