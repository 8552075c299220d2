package io.duetime.server.json;

import io.duetime.wire.StrictJson;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Reads and writes JSON as trees; refuses an object that has a name twice. */
public final class JsonTrees {
  /** Parses as {@link StrictJson} does. */
  public static final JsonMapper MAPPER =
      JsonMapper.builder(StrictJson.FACTORY)
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private JsonTrees() {}
}
