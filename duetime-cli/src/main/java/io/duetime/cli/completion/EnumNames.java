package io.duetime.cli.completion;

import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/** The names of an enum's constants, as a shell completes them behind an option. */
public abstract class EnumNames implements Iterable<String> {
  private final List<String> names;

  /** Takes the names of all constants. */
  protected EnumNames(Class<? extends Enum<?>> type) {
    names = Stream.of(type.getEnumConstants()).map(Enum::name).toList();
  }

  @Override
  public final Iterator<String> iterator() {
    return names.iterator();
  }
}
