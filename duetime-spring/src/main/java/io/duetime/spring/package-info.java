/**
 * Duetime in applications on Spring: annotations for handlers, recurring jobs and queues, and the
 * interfaces by which an application changes what is configured.
 */
@NullMarked
package io.duetime.spring;

import org.jspecify.annotations.NullMarked;
