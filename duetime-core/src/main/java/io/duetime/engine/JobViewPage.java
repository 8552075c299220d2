package io.duetime.engine;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of a list: ascending by moment, then id.
 *
 * @param cursor an opaque text that continues behind the last job, or null at the end
 */
public record JobViewPage(List<JobView> jobs, @Nullable String cursor) {}
