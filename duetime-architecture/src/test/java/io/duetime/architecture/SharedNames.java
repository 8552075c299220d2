package io.duetime.architecture;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toCollection;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Finds top-level types of different packages that share a simple name. */
final class SharedNames {
  private SharedNames() {}

  /** Returns a line for each shared name, with the types that share it. */
  static List<String> in(JavaClasses classes) {
    Map<String, TreeSet<String>> types =
        classes.stream()
            .filter(type -> type.isTopLevelClass() && !type.getSimpleName().equals("package-info"))
            .collect(
                groupingBy(
                    JavaClass::getSimpleName,
                    TreeMap::new,
                    mapping(JavaClass::getName, toCollection(TreeSet::new))));
    return types.values().stream()
        .filter(sharing -> sharing.size() > 1)
        .map(sharing -> String.join(", ", sharing))
        .toList();
  }
}
