package io.duetime.client;

import java.util.Set;

/**
 * Selects the themes in which the connection to a server makes a difference: sizes, and answers
 * that are waited for.
 */
final class ThemesOfConnections extends ThemesOfStores {
  ThemesOfConnections() {
    super(Set.of("Bulk", "Claiming", "Durability", "NamesAndSizes", "Settings", "Watch"));
  }
}
