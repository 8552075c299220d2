package io.duetime.spring.boot;

import io.duetime.json.JsonCodec;
import io.duetime.json.jackson2.Jackson2JsonCodec;
import io.duetime.spring.MisconfiguredException;
import io.duetime.spring.PayloadCodecs;
import java.lang.reflect.Type;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The codecs of payloads, by the JSON module on the class path. */
final class CodecConfiguration {
  private CodecConfiguration() {}

  /** Encodes with {@code duetime-json}, and the application's mapper if it has one. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(JsonCodec.class)
  static class Jackson3 {
    @Bean
    @ConditionalOnMissingBean
    PayloadCodecs payloadCodecs(
        ObjectProvider<tools.jackson.databind.json.JsonMapper> applications) {
      tools.jackson.databind.json.JsonMapper mapper = applications.getIfUnique();
      return type -> mapper == null ? JsonCodec.of(of(type)) : JsonCodec.of(of(type), mapper);
    }

    private static tools.jackson.core.type.TypeReference<Object> of(Type type) {
      return new tools.jackson.core.type.TypeReference<>() {
        @Override
        public Type getType() {
          return type;
        }
      };
    }
  }

  /** Encodes with {@code duetime-json-jackson2}, and the application's mapper if it has one. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(Jackson2JsonCodec.class)
  static class Jackson2 {
    @Bean
    @ConditionalOnMissingBean
    PayloadCodecs payloadCodecs(
        ObjectProvider<com.fasterxml.jackson.databind.ObjectMapper> applications) {
      com.fasterxml.jackson.databind.ObjectMapper mapper = applications.getIfUnique();
      return type ->
          mapper == null ? Jackson2JsonCodec.of(of(type)) : Jackson2JsonCodec.of(of(type), mapper);
    }

    private static com.fasterxml.jackson.core.type.TypeReference<Object> of(Type type) {
      return new com.fasterxml.jackson.core.type.TypeReference<>() {
        @Override
        public Type getType() {
          return type;
        }
      };
    }
  }

  /** Refuses types that need JSON. */
  @Configuration(proxyBeanMethods = false)
  static class WithoutJson {
    @Bean
    @ConditionalOnMissingBean
    PayloadCodecs payloadCodecs() {
      return type -> {
        throw new MisconfiguredException(
            "Payloads of " + type.getTypeName() + " need a JSON module, and there is none.",
            "Add duetime-json or duetime-json-jackson2, or define a PayloadCodecs bean.");
      };
    }
  }
}
