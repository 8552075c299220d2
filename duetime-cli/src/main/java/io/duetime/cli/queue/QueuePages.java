package io.duetime.cli.queue;

import io.duetime.cli.remote.Remote;
import io.duetime.server.json.StrictJson;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads all pages of the list of queues. */
final class QueuePages {
  private QueuePages() {}

  /** All queues, in the form of one page. */
  static JsonNode read(Remote remote) {
    ArrayNode queues = StrictJson.MAPPER.createArrayNode();
    Map<String, List<String>> query = new LinkedHashMap<>(Map.of("details", List.of("false")));
    JsonNode page = read(remote, query, queues);
    while (page.path("cursor").isString()) {
      query.put("cursor", List.of(page.path("cursor").asString()));
      page = read(remote, query, queues);
    }
    ObjectNode all = StrictJson.MAPPER.createObjectNode();
    all.set("queues", queues);
    return all;
  }

  private static JsonNode read(Remote remote, Map<String, List<String>> query, ArrayNode queues) {
    JsonNode page = remote.get(Remote.withQuery("/v1/queues", query)).orFail().json();
    page.path("queues").forEach(queues::add);
    return page;
  }
}
