package shop;

public record CloseOrder(int number) {}
