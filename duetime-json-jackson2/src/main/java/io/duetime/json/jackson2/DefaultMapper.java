package io.duetime.json.jackson2;

import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeFeature;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import com.fasterxml.jackson.module.paramnames.ParameterNamesModule;

/**
 * Creates the default mapper: Jackson 2 with the modules and defaults of Jackson 3 that decide what
 * is written and read.
 */
final class DefaultMapper {
  static final JsonMapper MAPPER = writing(reading(JsonMapper.builder())).build();

  private DefaultMapper() {}

  private static JsonMapper.Builder reading(JsonMapper.Builder builder) {
    return builder
        .addModules(
            new JavaTimeModule().enable(JavaTimeFeature.ONE_BASED_MONTHS),
            new Jdk8Module(),
            new ParameterNamesModule(),
            Jackson3Forms.module())
        .enable(
            DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
            DeserializationFeature.READ_ENUMS_USING_TO_STRING)
        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .disable(
            MapperFeature.ALLOW_FINAL_FIELDS_AS_MUTATORS, MapperFeature.USE_GETTERS_AS_SETTERS);
  }

  private static JsonMapper.Builder writing(JsonMapper.Builder builder) {
    return builder
        .enable(MapperFeature.FIX_FIELD_NAME_UPPER_CASE_PREFIX)
        .enable(SerializationFeature.WRITE_ENUMS_USING_TO_STRING)
        .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
        .disable(
            SerializationFeature.FAIL_ON_EMPTY_BEANS,
            SerializationFeature.WRITE_DATES_AS_TIMESTAMPS,
            SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS);
  }
}
