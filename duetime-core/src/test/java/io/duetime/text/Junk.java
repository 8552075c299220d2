package io.duetime.text;

import java.util.random.RandomGenerator;

/** Random text for parsers that strangers can reach. */
public final class Junk {
  private Junk() {}

  /** Up to so many characters out of an alphabet. */
  public static String of(String alphabet, RandomGenerator random, int longest) {
    StringBuilder junk = new StringBuilder();
    for (int length = random.nextInt(longest + 1); length > 0; length--) {
      junk.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return junk.toString();
  }
}
