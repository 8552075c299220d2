/** Commands about recurring jobs. */
@NullMarked
package io.duetime.cli.recurring;

import org.jspecify.annotations.NullMarked;
