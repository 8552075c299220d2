package io.duetime.server.transfer;

import io.duetime.InvalidRequestException;
import io.duetime.server.json.Fields;
import io.duetime.server.json.StrictJson;
import io.duetime.server.json.Suggestion;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** A line of an export, parsed as JSON but not yet checked. */
record ExportLine(long number, Map<String, JsonNode> values) {
  /** Parses a line. */
  static ExportLine parse(long number, byte[] json) {
    StrictJson.JsonObject object = StrictJson.object(json);
    if (object.payload() != null) {
      throw new InvalidRequestException(
          "field", "payload", Suggestion.among(BodyForm.FIELDS, "payload"));
    }
    return new ExportLine(number, object.values());
  }

  Kind kind() {
    JsonNode value = values.get("kind");
    Kind kind = Kind.of(value != null && value.isString() ? value.stringValue() : null);
    if (kind == null) {
      throw new InvalidRequestException("kind", value, "the kind of a line of an export");
    }
    return kind;
  }

  Fields fields(List<String> allowed) {
    return Fields.ofJson(values, allowed);
  }
}
