package io.duetime.redis.internal.script;

import io.duetime.redis.internal.script.ScriptLoader.Time;

/** The scripts that tests of the link run. */
public final class TestScripts {
  private static final String ROOT = "/io/duetime/redis/testlua/";

  private TestScripts() {}

  /** One of them, with the store's time. */
  public static Script load(String name) {
    return load(name, Time.STORE);
  }

  static Script load(String name, Time time) {
    return new ScriptLoader(ROOT, time).load(name);
  }
}
