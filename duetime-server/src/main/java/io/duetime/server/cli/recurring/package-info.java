/** Commands about recurring jobs. */
@NullMarked
package io.duetime.server.cli.recurring;

import org.jspecify.annotations.NullMarked;
