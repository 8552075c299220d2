package io.duetime.engine;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of a list.
 *
 * @param jobs ascending by time, then by id
 * @param cursor an opaque text that selects the next page, or null after the last
 */
public record JobViewPage(List<JobView> jobs, @Nullable String cursor) {}
