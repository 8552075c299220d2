package io.duetime.json.jackson2;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.duetime.Codec;
import io.duetime.json.JsonCodecContract;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class Jackson2JsonCodecTest extends JsonCodecContract {
  record Order(String shortName) {}

  @Override
  protected <T> Codec<T> codecOf(Class<T> type) {
    return Jackson2JsonCodec.of(type);
  }

  @Override
  protected Codec<Map<String, List<CloseOrder>>> codecOfOrdersByCustomer() {
    return Jackson2JsonCodec.of(new TypeReference<>() {});
  }

  @Test
  void aMapperOfTheCallersDecidesHowPayloadsAreWritten() {
    ObjectMapper mapper =
        JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();

    assertThat(Jackson2JsonCodec.of(Order.class, mapper).encode(new Order("x")))
        .asString(UTF_8)
        .isEqualTo("{\"short_name\":\"x\"}");
    assertThat(
            Jackson2JsonCodec.of(new TypeReference<List<Order>>() {}, mapper)
                .encode(List.of(new Order("x"))))
        .asString(UTF_8)
        .isEqualTo("[{\"short_name\":\"x\"}]");
  }
}
