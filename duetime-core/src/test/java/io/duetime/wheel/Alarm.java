package io.duetime.wheel;

/** A timer with a name, so that failures say which one it was. */
final class Alarm extends WheelTimer {
  private final String name;

  Alarm(String name) {
    this.name = name;
  }

  @Override
  public String toString() {
    return name;
  }
}
