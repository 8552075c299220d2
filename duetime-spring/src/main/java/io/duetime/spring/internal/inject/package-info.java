/** Makes the queues that beans ask for. */
@NullMarked
package io.duetime.spring.internal.inject;

import org.jspecify.annotations.NullMarked;
