package io.duetime.architecture.seed.twin.two;

/** Shares its name with a type of another package. */
public final class Twin {
  /** A nested type shares names freely: its owner tells them apart. */
  public record Part() {}
}
