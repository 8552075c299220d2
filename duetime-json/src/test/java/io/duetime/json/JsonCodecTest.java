package io.duetime.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Codec;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

class JsonCodecTest extends JsonCodecContract {
  record Order(String shortName) {}

  @Override
  protected <T> Codec<T> codecOf(Class<T> type) {
    return JsonCodec.of(type);
  }

  @Override
  protected Codec<Map<String, List<CloseOrder>>> codecOfOrdersByCustomer() {
    return JsonCodec.of(new TypeReference<>() {});
  }

  @Test
  void aMapperOfTheCallersDecidesHowPayloadsAreWritten() {
    JsonMapper mapper =
        JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();

    assertThat(JsonCodec.of(Order.class, mapper).encode(new Order("x")))
        .asString(UTF_8)
        .isEqualTo("{\"short_name\":\"x\"}");
    assertThat(
            JsonCodec.of(new TypeReference<List<Order>>() {}, mapper)
                .encode(List.of(new Order("x"))))
        .asString(UTF_8)
        .isEqualTo("[{\"short_name\":\"x\"}]");
  }
}
